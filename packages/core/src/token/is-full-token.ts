import { ALL_SCOPES } from "@fulmar/contract";
import { type Database, statement } from "@fulmar/prisma";
import { type Environment, hashTokenValue, isTokenValue } from "./token-value.ts";

const find = statement(
  "token_full",
  `SELECT token_id FROM api_token
    WHERE hash = $1 AND organization_id = $2 AND revoked_at IS NULL AND expires_at IS NULL
      AND workspace_policy = 'entire_organization' AND scopes @> $3::text[] AND allowed_ip_ranges = '{}'`,
);

/** Whether a value is a token in force that may do everything in the whole of an organization. */
export async function isFullToken(
  database: Pick<Database, "sql">,
  request: { readonly value: string; readonly organizationId: string; readonly environment: Environment },
): Promise<boolean> {
  if (!isTokenValue(request.value, request.environment)) return false;
  return (
    (await database.sql.query(find, [hashTokenValue(request.value), request.organizationId, ALL_SCOPES])).length > 0
  );
}
