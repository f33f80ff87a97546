import { ALL_SCOPES, IpRange, isScope, MAX_IP_RANGES, type Scope, WorkspaceId } from "@fulmar/contract";
import { createToken } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";
import { UsageError } from "../usage-error.ts";

/** A hundred years: what lies further off is a slip of the keyboard. */
const LONGEST_SECONDS = 100 * 365 * 24 * 3600;

export const createTokenCommand = defineCommand({
  name: "admin token create",
  about: "Make an API token; its value is shown this once",
  options: {
    organization: { value: "ID", about: "the organization" },
    name: { value: "NAME", about: "what it is called" },
    scopes: { value: "SCOPES", about: "scopes with commas between them, or all" },
    workspaces: { value: "IDS", about: "workspace ids with commas between them, or all: the entire organization" },
    "expires-in": { value: "SECONDS", about: "how long it is valid; without it, until it is revoked", optional: true },
    "allowed-ranges": {
      value: "RANGES",
      about: "where it may be used from, such as 203.0.113.0/24,2001:db8::/32; without it, from everywhere",
      optional: true,
    },
  },
  async run(
    { database, configuration },
    { organization, name, scopes, workspaces, "expires-in": expiresIn, "allowed-ranges": ranges },
  ) {
    const workspaceIds = workspaces === "all" ? [] : parseWorkspaces(workspaces);
    const { tokenId, token } = await createToken(database, {
      organizationId: organization,
      name,
      scopes: scopes === "all" ? ALL_SCOPES : parseScopes(scopes),
      workspacePolicy: workspaces === "all" ? "entire_organization" : "specific_workspaces",
      workspaceIds,
      expiresAt: expiresIn === undefined ? null : new Date(Date.now() + parseSeconds(expiresIn) * 1000),
      ...(ranges !== undefined && { allowedIpRanges: parseRanges(ranges) }),
      environment: configuration.environment,
    });
    return { token_id: tokenId, token };
  },
});

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
