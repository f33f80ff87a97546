import type { OrganizationEvent, OrganizationEventQuery, Page } from "@fulmar/contract";
import type { Sql } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import { invalidField } from "../request/domain-error.ts";
import { before, earlier, fromCursor, LAST, microsOf, POSITION, toCursor } from "./audit-position.ts";
import { toAuditEvent } from "./audit-repository.ts";
import { EVERYTHING, listFor, type TrailRow, valuesOf } from "./audit-trail.ts";

interface EventRow extends TrailRow {
  resource_name: string | null;
  detail: string | null;
}

/**
 * What happened in an organization outside of its workspaces, newest first. Whoever asks must have been let in. Unlike
 * a workspace's trail, an event may appear among those of the same moment for as long as its transaction lasts.
 * @throws DomainError 400
 */
export async function listOrganizationEvents(
  { sql }: { readonly sql: Sql },
  { organization_id, limit, cursor, from, to, ...asked }: OrganizationEventQuery,
): Promise<Page<OrganizationEvent>> {
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
  const rows = await sql.queryAs<EventRow>(listFor("organization", filter), values);
  return toPage(
    rows,
    limit,
    ({ micros, audit_event_id }) => toCursor({ micros, id: audit_event_id }),
    ({ resource_name, detail, ...row }) => ({ ...toAuditEvent(row), resource_name, detail }),
  );
}

function only(value: string | undefined): readonly string[] | null {
  return value === undefined ? null : [value];
}
