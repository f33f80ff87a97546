import type { ApiTokenChange } from "@fulmar/contract";
import { type Database, statement } from "@fulmar/prisma";
import { auditTokenSql, auditTokenValues, type TokenChange } from "./audit-token.ts";
import { tokenNotFound } from "./token-not-found.ts";

const update = statement(
  "token_update",
  `WITH changed AS (
     UPDATE api_token SET name = $3, allowed_ip_ranges = $4::text[], expires_at = $5::timestamptz, old_until = least(old_until, $5::timestamptz)
      WHERE token_id = $1 AND organization_id = $2 AND revoked_at IS NULL
     RETURNING token_id, organization_id
   ), audited AS (
     ${auditTokenSql("apiToken.update", 200, 6)}
   )
   SELECT token_id FROM changed`,
);

/**
 * Changes what of a token can be changed; it holds for the very next request. @throws DomainError 404 when no such
 * token is in force there
 */
export async function updateToken(
  database: Pick<Database, "sql">,
  request: {
    readonly tokenId: string;
    readonly organizationId: string;
    readonly to: ApiTokenChange;
    readonly change: TokenChange;
  },
): Promise<void> {
  const { name, allowed_ip_ranges, expires_at } = request.to;
  const updated = await database.sql.query(update, [
    request.tokenId,
    request.organizationId,
    name,
    [...new Set(allowed_ip_ranges)],
    expires_at,
    ...auditTokenValues(request.change),
  ]);
  if (updated.length === 0) throw tokenNotFound();
}
