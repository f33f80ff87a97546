import { auditEvent, bySystem } from "../request/audit-event.ts";

/**
 * The end of a statement that changes the state of rows: writes an audit event for each row that the worker changed on
 * its own.
 * @param moved the name of the common table expression with the rows' `workspace_id`
 * @param event the actor, the action (as SQL), the column with the resource's id, and the event's `id` (as SQL)
 */
export function auditMove(
  moved: string,
  {
    actor,
    action,
    resource,
    id = "$audit_event_id",
    detail = "NULL::text",
    when = "true",
  }: {
    readonly actor: string;
    readonly action: string;
    readonly resource: string;
    readonly id?: string;
    /** SQL over the rows. */
    readonly detail?: string;
    readonly when?: string;
  },
): string {
  return auditEvent({
    ...bySystem(`'${actor}'`, id),
    rows: `${moved} moved JOIN workspace w ON w.workspace_id = moved.workspace_id WHERE ${when}`,
    organization_id: "w.organization_id",
    workspace_id: "moved.workspace_id",
    action,
    resource_id: `moved.${resource}`,
    detail,
  });
}
