/**
 * The end of a statement that changes the state of rows: writes an audit event for each row that the worker changed on
 * its own.
 * @param moved the name of the common table expression with the rows' `workspace_id`
 * @param event the actor, the action (as SQL), the column with the resource's id, and the parameter with the event's id
 */
export function auditMove(
  moved: string,
  {
    actor,
    action,
    resource,
    id,
    detail = "NULL::text",
    when = "true",
  }: {
    readonly actor: string;
    readonly action: string;
    readonly resource: string;
    readonly id: string;
    /** SQL over the rows. */
    readonly detail?: string;
    readonly when?: string;
  },
): string {
  return `INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name,
                                   action, resource_id, request_id, result, detail)
   SELECT ${id}, w.organization_id, moved.workspace_id, 'system', '${actor}', 'Fulmar', ${action}, moved.${resource},
          ${id}, 200, ${detail}
     FROM ${moved} moved JOIN workspace w ON w.workspace_id = moved.workspace_id WHERE ${when}`;
}
