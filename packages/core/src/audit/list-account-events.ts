import type { AccountEvent, Page } from "@fulmar/contract";
import type { Sql } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/timestamp.ts";
import { fromCursor, LAST, POSITION, toCursor } from "./audit-position.ts";
import { EVERYTHING, listFor, type TrailRow, valuesOf } from "./audit-trail.ts";

/** What happened to a person's own account, newest first. @throws DomainError 400 for the cursor */
export async function listAccountEvents(
  { sql }: { readonly sql: Sql },
  { userId, limit, cursor }: { readonly userId: string; readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<AccountEvent>> {
  const position = decodeCursor(cursor, POSITION);
  const range = { upper: position === undefined ? LAST : fromCursor(position), from: 0n };
  const rows = await sql.queryAs<TrailRow>(
    listFor("account", EVERYTHING),
    valuesOf(userId, EVERYTHING, range, limit + 1),
  );
  return toPage(
    rows,
    limit,
    ({ micros, audit_event_id }) => toCursor({ micros, id: audit_event_id }),
    ({ audit_event_id, action, source_ip, at }) => ({ audit_event_id, action, source_ip, at: toTimestamp(at) }),
  );
}
