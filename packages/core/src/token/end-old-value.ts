import { type Database, statement } from "@fulmar/prisma";
import { conflict } from "../request/domain-error.ts";
import { auditTokenSql, auditTokenValues, type TokenChange } from "./audit-token.ts";

const end = statement(
  "token_end_old_value",
  `WITH changed AS (
     UPDATE api_token SET old_until = now()
      WHERE token_id = $1 AND organization_id = $2 AND revoked_at IS NULL AND old_until > now()
     RETURNING token_id, organization_id
   ), audited AS (
     ${auditTokenSql("apiToken.endOldValue", 200, 3)}
   )
   SELECT token_id FROM changed`,
);

/**
 * Ends the overlap of a rotation before its time: the old value is refused on its very next request. @throws
 * DomainError 409
 */
export async function endOldValue(
  database: Pick<Database, "sql">,
  request: { readonly tokenId: string; readonly organizationId: string; readonly change: TokenChange },
): Promise<void> {
  const ended = await database.sql.query(end, [
    request.tokenId,
    request.organizationId,
    ...auditTokenValues(request.change),
  ]);
  if (ended.length === 0)
    throw conflict("no_old_value", "The token has no old value in force any more; there is nothing to end.");
}
