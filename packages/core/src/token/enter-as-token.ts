import { isScope } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import type { Workspace } from "../request/caller.ts";
import { DomainError } from "../request/domain-error.ts";
import type { Entry } from "../request/door/door.ts";

const enter = statement(
  "token_enter",
  `SELECT t.token_id, t.name, t.scopes, t.expires_at, t.allowed_ip_ranges, o.strict_scopes,
          t.expires_at <= now() AS expired, t.workspace_policy = 'specific_workspaces' AS confined,
          t.workspace_policy = 'entire_organization' OR $workspace_id::bigint = ANY (t.workspace_ids) AS allowed
     FROM api_token t JOIN organization o USING (organization_id)
    WHERE t.token_id = $token_id AND t.organization_id = $organization_id AND t.revoked_at IS NULL`,
);

/**
 * The caller of a request that a token has sent before, as the token is now. Nothing holds it: a person has approved
 * it.
 * @throws DomainError when the token is revoked or has expired, or may not use the workspace
 */
export async function enterAsToken(sql: Sql, tokenId: string, workspace: Workspace): Promise<Entry> {
  const { organizationId } = workspace;
  const row = await sql.maybe(enter, {
    token_id: tokenId,
    organization_id: organizationId,
    workspace_id: workspace.id,
  });
  if (row === undefined) throw new DomainError("unauthenticated", "The token was revoked.");
  if (row.expired === true) throw new DomainError("unauthenticated", "The token has expired.");
  if (row.allowed !== true)
    throw new DomainError("forbidden", "The token may not use this workspace.", { code: "workspace_forbidden" });
  return {
    workspace,
    caller: {
      type: "token",
      id: row.token_id,
      name: row.name,
      organizationId,
      scopes: new Set(row.scopes.filter(isScope)),
      role: null,
      organizationRole: null,
      sessionId: null,
      expiresAt: row.expires_at,
      allowedIpRanges: row.allowed_ip_ranges,
      confined: row.confined,
      strictScopes: row.strict_scopes,
      guarding: null,
    },
  };
}
