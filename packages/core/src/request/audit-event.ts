// The only INSERT of audit events. It is in the lowest layer, because requests record their effects there, and not in
// the family `audit` above it.
import { randomUUID } from "node:crypto";
import type { Entry } from "./door/door.ts";
import { newId } from "./identifiers.ts";

/** SQL for each column of an event. One that is left out has the default of the table, or of `auditEvent`. */
interface EventSql {
  /** The SQL after FROM: an event is written for each of its rows. By default one is. */
  readonly rows?: string;
  readonly audit_event_id?: string;
  /** Left out for an event of an account alone. */
  readonly organization_id?: string;
  readonly workspace_id?: string;
  readonly actor: { readonly type: string; readonly id: string; readonly name: string };
  readonly action: string;
  readonly resource_id: string;
  readonly request_id?: string;
  readonly source_ip?: string;
  readonly user_agent?: string;
  readonly result?: string;
  readonly detail?: string;
  readonly planned?: string;
}

/** SQL that writes audit events. `auditValues` gives the values that it names by itself. */
export function auditEvent({ rows, actor, ...columns }: EventSql): string {
  const event = {
    audit_event_id: "$audit_event_id",
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    request_id: "$request_id",
    result: "200",
    ...columns,
  };
  const values = Object.values(event).join(", ");
  return `INSERT INTO audit_event (${Object.keys(event).join(", ")})
   ${rows === undefined ? `VALUES (${values})` : `SELECT ${values} FROM ${rows}`}`;
}

/** Where an event comes from. Without a request, an id is made up for it. */
interface Origin {
  readonly requestId?: string | undefined;
  readonly sourceIp?: string | undefined;
}

/** The values of `auditEvent`, and `source_ip`. */
export function auditValues({ requestId, sourceIp }: Origin = {}) {
  return {
    audit_event_id: newId("aud"),
    request_id: requestId ?? `req_${randomUUID()}`,
    source_ip: sourceIp ?? null,
  };
}

/** The actor of a user's event, from the row of the table `user`. */
export function byUser(user: string) {
  return { type: "'user'", id: `${user}.id`, name: `${user}.name` };
}

/**
 * The columns of an event that nobody asked for.
 * @param part SQL: the name of the reconciler, saga or other part of Fulmar that acts
 * @param event SQL: the event's id, which is that of its request, too
 */
export function bySystem(part: string, event = "$audit_event_id") {
  return { audit_event_id: event, request_id: event, actor: { type: "'system'", id: part, name: "'Fulmar'" } };
}

/**
 * SQL that writes what the caller of a request did in its workspace. As part of a reading statement it audits each read
 * in one round trip. `auditRow` gives its values.
 */
export function auditRequest(more: Pick<EventSql, "rows" | "result" | "planned"> = {}): string {
  return auditEvent({
    organization_id: "$organization_id",
    workspace_id: "$workspace_id::bigint",
    actor: { type: "$actor_type", id: "$actor_id", name: "$actor_name" },
    action: "$action",
    resource_id: "$resource_id",
    source_ip: "$source_ip",
    ...more,
  });
}

export type AuditRow = ReturnType<typeof auditRow>;

/** The values of `auditRequest`. */
export function auditRow({
  entry,
  operation,
  resourceId,
  ...origin
}: {
  readonly entry: Entry;
  readonly operation: string;
  readonly resourceId: string | null;
  readonly requestId: string;
  readonly sourceIp: string | undefined;
}) {
  const { caller, workspace } = entry;
  const actor = caller.actor ?? caller;
  return {
    ...auditValues(origin),
    organization_id: workspace.organizationId,
    workspace_id: workspace.id,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    action: operation,
    resource_id: resourceId,
  };
}
