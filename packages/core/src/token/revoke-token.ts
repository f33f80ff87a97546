import { type Database, statement } from "@fulmar/prisma";
import { auditTokenSql, auditTokenValues } from "./audit-token.ts";
import { tokenNotFound } from "./token-not-found.ts";

const revoke = statement(
  "token_revoke",
  `WITH changed AS (
     UPDATE api_token SET revoked_at = now()
      WHERE token_id = $1 AND ($2::text IS NULL OR organization_id = $2) AND revoked_at IS NULL
     RETURNING token_id, organization_id
   ), audited AS (
     ${auditTokenSql("apiToken.revoke", 200, 3)}
   )
   SELECT token_id FROM changed`,
);

/**
 * Revokes a token: it is refused on the very next request, in every process. Two at once: one of them did it.
 * @param request `organizationId` confines it to one organization; `revokedBy` is a user's id, absent on the command
 * line
 * @throws DomainError 404 when no token with this id is in force (there)
 */
export async function revokeToken(
  database: Pick<Database, "sql">,
  request: {
    readonly tokenId: string;
    readonly organizationId?: string | undefined;
    readonly revokedBy?: string | undefined;
    readonly requestId?: string | undefined;
    readonly sourceIp?: string | undefined;
  },
): Promise<void> {
  const audit = auditTokenValues({
    userId: request.revokedBy ?? null,
    requestId: request.requestId,
    sourceIp: request.sourceIp,
  });
  const revoked = await database.sql.query(revoke, [request.tokenId, request.organizationId ?? null, ...audit]);
  if (revoked.length === 0) throw tokenNotFound();
}
