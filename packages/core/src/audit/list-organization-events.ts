import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { invalidField } from "../request/domain-error.ts";
import { before, earlier, fromCursor, LAST, microsOf, POSITION, toCursor } from "./audit-position.ts";
import { toAuditEvent } from "./audit-repository.ts";
import { EVERYTHING, listFor, valuesOf } from "./audit-trail.ts";

/**
 * Lists the events of an organization outside its workspaces, newest first. Unlike in a workspace's trail, an event may
 * appear later than its timestamp, when its transaction commits.
 */
export const listOrganizationEvents: Handler<"organizationEvent.list"> = async (
  { sql },
  { organization_id, limit, cursor, from, to, ...asked },
) => {
  if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to))
    throw invalidField("from", "must not be after to");
  const position = decodeCursor(cursor, POSITION);
  const upper = earlier(
    position === undefined ? LAST : fromCursor(position),
    to === undefined ? LAST : before(microsOf(to)),
  );
  const filter = {
    ...EVERYTHING,
    action: only(asked.action),
    actor_id: only(asked.actor_id),
    resource_id: only(asked.resource_id),
  };
  const values = valuesOf(
    organization_id,
    filter,
    { upper, from: from === undefined ? 0n : microsOf(from) },
    limit + 1,
  );
  const rows = await sql.query(listFor("organization", filter), values);
  return toPage(
    rows,
    limit,
    ({ micros, audit_event_id }) => toCursor({ micros, id: audit_event_id }),
    ({ resource_name, detail, ...row }) => ({ ...toAuditEvent(row), resource_name, detail }),
  );
};

function only(value: string | undefined): readonly string[] | null {
  return value === undefined ? null : [value];
}
