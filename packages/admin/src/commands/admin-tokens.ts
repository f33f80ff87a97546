import {
  ALL_SCOPES,
  IpRange,
  isScope,
  MAX_IP_RANGES,
  ROTATION_OVERLAPS,
  RotationOverlap,
  type Scope,
  WorkspaceId,
} from "@fulmar/contract";
import { createToken, listTokensOf, readWallet, revokeToken, rotateToken } from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { command, UsageError } from "../program.ts";

/** A hundred years. A later date is a typing error. */
const LONGEST_SECONDS = 100 * 365 * 24 * 3600;

const LIST_LIMIT = 100;

export const tokenCommands = ({ answering }: Actions) => [
  command("list", `List the tokens of an organization that are not revoked: the newest ${LIST_LIMIT}`)
    .requiredOption("--organization <ID>", "the organization")
    .option("--cursor <CURSOR>", "the cursor from the previous answer")
    .action(
      answering(async ({ database }, { organization, cursor }) => {
        const { organization_id } = await readWallet(database, organization);
        const request = { organizationId: organization, limit: LIST_LIMIT, cursor };
        const { items, nextCursor } = await listTokensOf(database, request);
        return {
          organization_id,
          tokens: items.map(
            ({ token_id, name, prefix, created_by, created_at, expires_at, last_used_at, ...token }) => ({
              ...{ token_id, name, prefix },
              scopes: isEveryScope(token.scopes) ? "all" : token.scopes.join(","),
              workspace_ids: token.workspace_policy === "entire_organization" ? "all" : token.workspace_ids.join(","),
              created_by: created_by?.email ?? null,
              ...{ created_at, expires_at, last_used_at },
            }),
          ),
          next_cursor: nextCursor,
        };
      }),
    ),
  command("create", "Create an API token; its value is shown only once")
    .requiredOption("--organization <ID>", "the organization")
    .requiredOption("--name <NAME>", "its name")
    .requiredOption("--scopes <SCOPES>", "scopes with commas between them, or all")
    .requiredOption("--workspaces <IDS>", "workspace ids with commas between them, or all: the entire organization")
    .option("--expires-in <SECONDS>", "how long it is valid; by default, until it is revoked")
    .option(
      "--allowed-ranges <RANGES>",
      "the addresses it may be used from, such as 203.0.113.0/24,2001:db8::/32; by default, from everywhere",
    )
    .action(
      answering(async ({ database, configuration }, options) => {
        const { organization, name, scopes, workspaces, expiresIn, allowedRanges } = options;
        const workspaceIds = workspaces === "all" ? [] : parseWorkspaces(workspaces);
        const { tokenId, token } = await createToken(database, {
          organizationId: organization,
          name,
          scopes: scopes === "all" ? ALL_SCOPES : parseScopes(scopes),
          workspacePolicy: workspaces === "all" ? "entire_organization" : "specific_workspaces",
          workspaceIds,
          expiresAt: expiresIn === undefined ? null : new Date(Date.now() + parseSeconds(expiresIn) * 1000),
          ...(allowedRanges !== undefined && { allowedIpRanges: parseRanges(allowedRanges) }),
          environment: configuration.environment,
          cell: configuration.cell,
        });
        return { token_id: tokenId, token };
      }),
    ),
  command("rotate", "Give an API token a new value, shown only once; the old one stays in force for the overlap")
    .requiredOption("--token-id <ID>", "the token, by its id and not its value")
    .requiredOption("--overlap <TIME>", `how long the old value stays in force: ${RotationOverlap.options.join(", ")}`)
    .action(
      answering(async ({ database, configuration }, { tokenId, overlap }) => {
        const { token, oldUntil } = await rotateToken(database, {
          tokenId,
          overlapSeconds: ROTATION_OVERLAPS[parseOverlap(overlap)],
          environment: configuration.environment,
          cell: configuration.cell,
        });
        return { token_id: tokenId, token, old_until: oldUntil.toISOString() };
      }),
    ),
  command("revoke", "Revoke an API token and the access keys that it made: their next request is refused")
    .requiredOption("--token-id <ID>", "the token, by its id and not its value")
    .option("--keep-credentials", "keep the access keys and tokens that the token made")
    .action(
      answering(async ({ database }, { tokenId, keepCredentials }) => {
        await revokeToken(database, { tokenId, keepCredentials });
        return { token_id: tokenId, revoked: true };
      }),
    ),
];

function isEveryScope(scopes: readonly string[]): boolean {
  return ALL_SCOPES.every((scope) => scopes.includes(scope));
}

function parseScopes(text: string): Scope[] {
  return text.split(",").map((part) => {
    const scope = part.trim();
    if (isScope(scope)) return scope;
    throw new UsageError(`"${scope}" is not a scope; the scopes are ${ALL_SCOPES.join(", ")}, or all.`);
  });
}

function parseWorkspaces(text: string): bigint[] {
  return text.split(",").map((part) => {
    const id = WorkspaceId.safeParse(part.trim());
    if (id.success) return BigInt(id.data);
    throw new UsageError(
      `"${part.trim()}" is not a workspace id; give positive numbers with commas between them, or all.`,
    );
  });
}

function parseRanges(text: string): string[] {
  const parts = text.split(",");
  if (parts.length > MAX_IP_RANGES) throw new UsageError(`--allowed-ranges may have ${MAX_IP_RANGES} ranges at most.`);
  return parts.map((part) => {
    const range = IpRange.safeParse(part);
    if (range.success) return range.data;
    throw new UsageError(`--allowed-ranges ${range.error.issues[0]?.message}.`);
  });
}

function parseSeconds(text: string): number {
  const seconds = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (seconds >= 1 && seconds <= LONGEST_SECONDS) return seconds;
  throw new UsageError(`--expires-in must be a whole number of seconds from 1 to ${LONGEST_SECONDS}.`);
}

function parseOverlap(text: string): RotationOverlap {
  const overlap = RotationOverlap.safeParse(text);
  if (overlap.success) return overlap.data;
  throw new UsageError(`--overlap must be one of ${RotationOverlap.options.join(", ")}.`);
}
