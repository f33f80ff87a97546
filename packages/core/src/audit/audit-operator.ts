import { auditEvent } from "../request/audit-event.ts";

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
  return auditEvent({
    rows: "changed",
    organization_id: "changed.organization_id",
    workspace_id: workspace,
    actor: { type: "'operator'", id: "'operator'", name: "'operator'" },
    action: `'${action}'`,
    resource_id: resource,
    detail,
  });
}
