import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { fromCursor, LAST, POSITION, toCursor } from "./audit-position.ts";
import { EVERYTHING, listFor, valuesOf } from "./audit-trail.ts";

/** Lists the events of a user's own account, newest first. */
export const listAccountEvents: Handler<"account.events"> = async ({ sql, person }, { limit, cursor }) => {
  const position = decodeCursor(cursor, POSITION);
  const range = { upper: position === undefined ? LAST : fromCursor(position), from: 0n };
  const rows = await sql.query(listFor("account", EVERYTHING), valuesOf(person.id, EVERYTHING, range, limit + 1));
  return toPage(
    rows,
    limit,
    ({ micros, audit_event_id }) => toCursor({ micros, id: audit_event_id }),
    ({ audit_event_id, action, source_ip, at }) => ({ audit_event_id, action, source_ip, at: toTimestamp(at) }),
  );
};
