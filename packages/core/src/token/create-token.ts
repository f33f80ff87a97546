import { NewApiToken, type WorkspacePolicy } from "@fulmar/contract";
import { type Database, statement } from "@fulmar/prisma";
import { invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { parseBy } from "../request/parse-input.ts";
import { noSuchOrganization } from "../tenancy/no-such-organization.ts";
import { auditTokenSql, auditTokenValues } from "./audit-token.ts";
import { type Environment, hashTokenValue, newTokenValue, tokenPrefix } from "./token-value.ts";

/** What a token shall be. `createdBy` is a user's id; null: made on the command line. */
export interface TokenRequest {
  readonly organizationId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly workspacePolicy: WorkspacePolicy;
  readonly workspaceIds: readonly bigint[];
  readonly expiresAt: Date | null;
  /** Where it may be used from; absent or empty: from everywhere. */
  readonly allowedIpRanges?: readonly string[];
  readonly createdBy: string | null;
  readonly environment: Environment;
  readonly requestId?: string | undefined;
  readonly sourceIp?: string | undefined;
}

const place = statement(
  "token_place",
  `SELECT o.organization_id,
          ARRAY(SELECT w.workspace_id::text FROM workspace w WHERE w.organization_id = o.organization_id AND w.workspace_id = ANY ($2::bigint[]) AND w.deleted_at IS NULL) AS found
     FROM organization o WHERE o.organization_id = $1`,
);

const insert = statement(
  "token_insert",
  `WITH changed AS (
     INSERT INTO api_token (token_id, organization_id, name, prefix, hash, scopes, workspace_policy, workspace_ids, created_by, expires_at, allowed_ip_ranges)
     VALUES ($1, $2, $3, $4, $5, $6::text[], $7::workspace_policy, $8::bigint[], $9, $10, $11::text[])
     RETURNING token_id, organization_id
   )
   ${auditTokenSql("apiToken.create", 201, 12)}`,
);

/**
 * Makes an API token and its audit row in one statement. The value is returned this once; only its hash is kept.
 * @throws DomainError 400 that names the fields at fault; 404 when there is no such organization
 */
export async function createToken(
  database: Pick<Database, "sql">,
  request: TokenRequest,
): Promise<{ tokenId: string; token: string }> {
  const draft = parseBy(NewApiToken, {
    name: request.name,
    scopes: request.scopes,
    workspace_policy: request.workspacePolicy,
    workspace_ids: request.workspaceIds.map(String),
    expires_at: request.expiresAt?.toISOString() ?? null,
    allowed_ip_ranges: request.allowedIpRanges ?? [],
  });
  const workspaceIds = [...new Set(draft.workspace_ids)];
  const [organization] = await database.sql.query(place, [request.organizationId, workspaceIds.map(BigInt)]);
  if (organization === undefined) throw noSuchOrganization();
  const foreign = workspaceIds.find((id) => !organization.found.includes(id));
  if (foreign !== undefined)
    throw invalidField("workspace_ids", `must be workspaces of this organization, which ${foreign} is not`);

  const token = newTokenValue(request.environment);
  const tokenId = newId("tok");
  await database.sql.query(insert, [
    tokenId,
    request.organizationId,
    draft.name,
    tokenPrefix(token),
    hashTokenValue(token),
    [...new Set(draft.scopes)],
    draft.workspace_policy,
    workspaceIds.map(BigInt),
    request.createdBy,
    request.expiresAt,
    [...new Set(draft.allowed_ip_ranges)],
    ...auditTokenValues({ userId: request.createdBy, requestId: request.requestId, sourceIp: request.sourceIp }),
  ]);
  return { tokenId, token };
}
