import { OperatorEvent } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";

const COLUMNS = `event_id, actor_type, actor_id, actor_name, action, resource_type, resource_id, organization_id, reason,
                 fields, request_id, source_ip, result, planned, at`;

/** A page of the trail, along the index of one column, or of all events. */
const pageOf = (condition: string) => `SELECT ${COLUMNS} FROM operator_event
    WHERE ${condition} AND event_id < $before
      AND ($organization_id::text IS NULL OR organization_id = $organization_id)
      AND ($actor_id::text IS NULL OR actor_id = $actor_id)
      AND ($resource_id::text IS NULL OR resource_id = $resource_id)
    ORDER BY event_id DESC LIMIT $limit`;

const lists = {
  all: statement("operator_event_list", pageOf("true")),
  organization_id: statement("operator_event_list_by_organization", pageOf("organization_id = $organization_id")),
  actor_id: statement("operator_event_list_by_actor", pageOf("actor_id = $actor_id")),
  resource_id: statement("operator_event_list_by_resource", pageOf("resource_id = $resource_id")),
} as const;

const shown = wireForm(OperatorEvent);
const Checked = OperatorEvent.pick({ actor_type: true, fields: true });

/** The trail, newest first. */
export const listOperatorEvents: Handler<"operatorEvent.list"> = async ({ sql }, { limit, cursor, ...asked }) => {
  const before = olderThan(cursor, "oev");
  const by = (["resource_id", "organization_id", "actor_id"] as const).find((column) => asked[column] !== undefined);
  const filter = { organization_id: asked.organization_id, actor_id: asked.actor_id, resource_id: asked.resource_id };
  const rows = await sql.query(lists[by ?? "all"], { ...filter, before, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    ({ event_id }) => event_id,
    ({ actor_type, fields, ...row }) => shown({ ...row, ...Checked.parse({ actor_type, fields }) }),
  );
};
