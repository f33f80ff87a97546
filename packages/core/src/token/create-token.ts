import { NewApiToken, type TokenGuard, type WorkspacePolicy } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { auditChange, auditChangeValues } from "../audit/index.ts";
import { type Ceilings, hasCeilings } from "../request/approve/guarding.ts";
import type { Actor } from "../request/caller.ts";
import type { Handler } from "../request/context.ts";
import { invalidField, noSuchOrganization } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { parseBy } from "../request/parse-input.ts";
import { GUARDING_COLUMNS, GUARDING_SAID, readRecord } from "./api-token.ts";
import { holdManager } from "./member-tokens.ts";
import { guardingOf, holdOwnToken, requireWithin } from "./token-limits.ts";
import { hashTokenValue, newTokenValue, type TokenPlace, tokenPrefix } from "./token-value.ts";

/** The fields of a new token. Without `by` the operator creates it. */
export interface TokenRequest extends TokenPlace {
  readonly organizationId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly workspacePolicy: WorkspacePolicy;
  readonly workspaceIds: readonly bigint[];
  readonly expiresAt: Date | null;
  /** The ranges that it may be used from. Absent or empty allows any address. */
  readonly allowedIpRanges?: readonly string[];
  /** Absent: none. */
  readonly guard?: TokenGuard;
  readonly ceilings?: Ceilings;
  readonly by?: Actor;
  /** The token that creates it, and the first of the chain of tokens that it ends. */
  readonly maker?: {
    readonly token_id: string;
    readonly root_token_id: string | null;
    readonly created_by: string | null;
    /** By which token the changes of a token with ceilings are counted. */
    readonly counted_with: string | null;
  };
}

const place = statement(
  "token_place",
  `SELECT o.organization_id,
          ARRAY(SELECT w.workspace_id::text FROM workspace w
                 WHERE w.organization_id = o.organization_id AND w.workspace_id = ANY ($workspace_ids::bigint[])
                   AND w.deleted_at IS NULL) AS found
     FROM organization o WHERE o.organization_id = $organization_id`,
);

const insert = statement(
  "token_insert",
  `WITH changed AS (
     INSERT INTO api_token (token_id, organization_id, name, prefix, hash, scopes, workspace_policy, workspace_ids,
                            created_by, expires_at, allowed_ip_ranges,
                            created_by_token_id, root_token_id, counted_with_token_id, ${GUARDING_COLUMNS})
     VALUES ($token_id, $organization_id, $name, $prefix, $hash, $scopes::text[], $workspace_policy::workspace_policy,
             $workspace_ids::bigint[], $created_by, $expires_at, $allowed_ip_ranges::text[], $created_by_token_id,
             $root_token_id, $counted_with_token_id, $guard, $max_deletions_per_hour, $max_added_cost_per_hour,
             $max_resources_per_hour)
     RETURNING token_id, organization_id, ${GUARDING_COLUMNS}
   )
   ${auditChange("apiToken.create", { resource: "changed.token_id", detail: GUARDING_SAID })}`,
);

/**
 * The value is only returned here, and only its hash is stored.
 * @throws DomainError 400 that names the invalid fields; 404 when there is no such organization
 */
export async function createToken(
  { sql }: { readonly sql: Sql },
  request: TokenRequest,
): Promise<{ tokenId: string; token: string }> {
  const draft = parseBy(NewApiToken, {
    name: request.name,
    scopes: request.scopes,
    workspace_policy: request.workspacePolicy,
    workspace_ids: request.workspaceIds.map(String),
    expires_at: request.expiresAt?.toISOString() ?? null,
    allowed_ip_ranges: request.allowedIpRanges ?? [],
    guard: request.guard,
    ...request.ceilings,
  });
  const workspaceIds = [...new Set(draft.workspace_ids)];
  const organization = await sql.maybe(place, {
    organization_id: request.organizationId,
    workspace_ids: workspaceIds.map(BigInt),
  });
  if (organization === undefined) throw noSuchOrganization();
  const foreign = workspaceIds.find((id) => !organization.found.includes(id));
  if (foreign !== undefined) throw invalidField("workspace_ids", "must be workspaces of this organization");

  const token = newTokenValue(request);
  const tokenId = newId("tok");
  const by = request.by ?? { userId: null };
  await holdManager(sql, request.organizationId, by);
  await sql.query(insert, {
    token_id: tokenId,
    organization_id: request.organizationId,
    name: draft.name,
    prefix: tokenPrefix(token),
    hash: hashTokenValue(token),
    scopes: [...new Set(draft.scopes)],
    workspace_policy: draft.workspace_policy,
    workspace_ids: workspaceIds.map(BigInt),
    created_by: request.maker === undefined ? by.userId : request.maker.created_by,
    expires_at: request.expiresAt,
    allowed_ip_ranges: [...new Set(draft.allowed_ip_ranges)],
    created_by_token_id: request.maker?.token_id,
    root_token_id: request.maker?.root_token_id ?? request.maker?.token_id,
    counted_with_token_id: request.maker?.counted_with,
    guard: draft.guard,
    max_deletions_per_hour: draft.max_deletions_per_hour,
    max_added_cost_per_hour: draft.max_added_cost_per_hour,
    max_resources_per_hour: draft.max_resources_per_hour,
    ...auditChangeValues(by),
  });
  return { tokenId, token };
}

/** The value is only shown in this answer. */
export const createOwnToken: Handler<"apiToken.create"> = async (context, input) => {
  const { sql, workspace, caller } = context;
  const maker = await holdOwnToken(sql, caller);
  const expiresAt = input.expires_at === null ? null : new Date(input.expires_at);
  if (maker !== undefined) requireWithin(maker, { ...input, expires_at: expiresAt });
  const { tokenId, token } = await createToken(context, {
    organizationId: workspace.organizationId,
    name: input.name,
    scopes: input.scopes,
    workspacePolicy: input.workspace_policy,
    workspaceIds: input.workspace_ids.map(BigInt),
    expiresAt,
    allowedIpRanges: input.allowed_ip_ranges,
    guard: input.guard,
    ceilings: {
      max_deletions_per_hour: input.max_deletions_per_hour,
      max_added_cost_per_hour: input.max_added_cost_per_hour,
      max_resources_per_hour: input.max_resources_per_hour,
    },
    environment: context.configuration.environment,
    cell: context.configuration.cell,
    by: context.actor(),
    ...(maker !== undefined && { maker: { ...maker, counted_with: countedBy(maker) } }),
  });
  return { ...(await readRecord(sql, workspace.organizationId, tokenId)), token };
};

/** A token with ceilings does not multiply them by making others. */
function countedBy(maker: Parameters<typeof guardingOf>[0]): string | null {
  const guarding = guardingOf(maker);
  return guarding === null || !hasCeilings(guarding) ? null : guarding.countedWith;
}
