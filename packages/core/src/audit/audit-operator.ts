import { randomUUID } from "node:crypto";
import { newId } from "../request/identifiers.ts";

type OperatorAction =
  | "bucket.move"
  | "bucket.move_cancelled"
  | "quota.set"
  | "quota.unset"
  | "site.adopt"
  | "site.discard"
  | "site.release"
  | "site.resume"
  | "wallet.resume"
  | "wallet.set"
  | "wallet.suspend"
  | "wallet.top_up";

/**
 * SQL that writes one audit event of an operator's command for each row of the CTE `changed`.
 * @param columns `resource`, `workspace` and `detail` are SQL over `changed`. `auditValues` gives its values.
 */
export function auditOperator(
  action: OperatorAction,
  columns: { readonly resource: string; readonly workspace: string; readonly detail?: string },
): string {
  const { resource, workspace, detail = "NULL::text" } = columns;
  return `INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name,
                                   action, resource_id, request_id, result, detail)
     SELECT $audit_event_id, changed.organization_id, ${workspace}, 'operator', 'operator', 'operator', '${action}',
            ${resource}, $request_id, 200, ${detail} FROM changed`;
}

/** The values of `auditOperator`. */
export function auditValues(): { readonly audit_event_id: string; readonly request_id: string } {
  return { audit_event_id: newId("aud"), request_id: `req_${randomUUID()}` };
}
