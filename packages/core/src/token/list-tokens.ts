import type { ApiTokenRecord, Page } from "@fulmar/contract";
import { type Database, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import { TOKEN_COLUMNS, toTokenRecord } from "./token-record.ts";

const list = statement(
  "token_list",
  `SELECT ${TOKEN_COLUMNS}
     FROM api_token t LEFT JOIN "user" u ON u.id = t.created_by
    WHERE t.organization_id = $1 AND t.revoked_at IS NULL AND ($2::text IS NULL OR t.token_id < $2)
      AND ($4::text IS NULL OR strpos(lower(t.name), lower($4)) > 0)
    ORDER BY t.token_id DESC LIMIT $3`,
);

/**
 * The organization's tokens that are not revoked, newest first. Expired ones are among them until someone revokes them.
 * @param request `name`: only those whose names hold this text, in capitals or not
 */
export async function listTokens(
  database: Pick<Database, "sql">,
  request: {
    readonly organizationId: string;
    readonly limit: number;
    readonly cursor?: string | undefined;
    readonly name?: string | undefined;
  },
): Promise<Page<ApiTokenRecord>> {
  const { organizationId, limit, cursor, name } = request;
  const rows = await database.sql.query(list, [
    organizationId,
    decodeCursor(cursor, "tok") ?? null,
    limit + 1,
    name ?? null,
  ]);
  return toPage(rows, limit, (row) => row.token_id, toTokenRecord);
}
