import type { ApiTokenEvent, ApiTokenRecord } from "@fulmar/contract";
import { type Database, statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import { tokenNotFound } from "./token-not-found.ts";
import { TOKEN_COLUMNS, type TokenRow, toTokenRecord } from "./token-record.ts";

const read = statement(
  "token_read",
  `SELECT ${TOKEN_COLUMNS} FROM api_token t LEFT JOIN "user" u ON u.id = t.created_by
    WHERE t.token_id = $1 AND t.organization_id = $2 AND t.revoked_at IS NULL`,
);

/** The token's own life belongs to no workspace. */
const history = statement(
  "token_history",
  `SELECT audit_event_id, action, actor_name, source_ip, at FROM audit_event
    WHERE workspace_id IS NULL AND resource_id = $1 AND organization_id = $2
    ORDER BY at DESC, audit_event_id DESC LIMIT 20`,
);

type EventRow = Omit<ApiTokenEvent, "at"> & { at: Date };

/**
 * One of the organization's tokens, with the latest changes of it. @throws DomainError 404 when no such token is in
 * force there
 */
export async function readToken(
  database: Pick<Database, "sql">,
  request: { readonly tokenId: string; readonly organizationId: string },
): Promise<ApiTokenRecord & { readonly events: readonly ApiTokenEvent[] }> {
  const place = [request.tokenId, request.organizationId];
  const [[row], events] = await Promise.all([
    database.sql.queryAs<TokenRow>(read, place),
    database.sql.queryAs<EventRow>(history, place),
  ]);
  if (row === undefined) throw tokenNotFound();
  return { ...toTokenRecord(row), events: events.map((event) => ({ ...event, at: toTimestamp(event.at) })) };
}
