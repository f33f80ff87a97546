import type { ApiTokenRecord, Page, WorkspacePolicy } from "@fulmar/contract";
import { type Database, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../kernel/paging.ts";
import { toTimestamp } from "../kernel/timestamp.ts";

interface TokenRow {
  token_id: string;
  name: string;
  prefix: string;
  scopes: string[];
  workspace_policy: WorkspacePolicy;
  workspace_ids: string[];
  created_by: string | null;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
}

const list = statement(
  "token_list",
  `SELECT t.token_id, t.name, t.prefix, t.scopes, t.workspace_policy::text, t.workspace_ids::text[], u.name AS created_by,
          t.created_at, t.expires_at, t.last_used_at
     FROM api_token t LEFT JOIN "user" u ON u.id = t.created_by
    WHERE t.organization_id = $1 AND t.revoked_at IS NULL AND ($2::text IS NULL OR t.token_id < $2)
    ORDER BY t.token_id DESC LIMIT $3`,
);

/** The organization's tokens that are not revoked, newest first. Expired ones are among them until someone revokes them. */
export async function listTokens(
  database: Pick<Database, "sql">,
  request: { readonly organizationId: string; readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<ApiTokenRecord>> {
  const rows = await database.sql.query<TokenRow>(list, [request.organizationId, decodeCursor(request.cursor) ?? null, request.limit + 1]);
  return toPage(rows, request.limit, (row) => row.token_id, toRecord);
}

function toRecord(row: TokenRow): ApiTokenRecord {
  const { created_at, expires_at, last_used_at, ...rest } = row;
  return { ...rest, created_at: toTimestamp(created_at), expires_at: toTimestamp(expires_at), last_used_at: toTimestamp(last_used_at) };
}
