import { type OperationId, operationById } from "@fulmar/contract";
import { auditEvent, auditValues } from "../request/audit-event.ts";
import type { Actor } from "../request/caller.ts";

/**
 * SQL that writes one audit event of an organization's change for each row of the CTE `changed`.
 * @param columns SQL over `changed`. `detail` describes the change where the action does not, and `event` is the id of
 * each event where there may be several. `auditChangeValues` gives the values
 */
export function auditChange(
  action: OperationId,
  {
    resource,
    workspace = "NULL::bigint",
    detail = "NULL::text",
    event = "$audit_event_id",
  }: {
    readonly resource: string;
    readonly workspace?: string;
    readonly detail?: string;
    readonly event?: string;
  },
): string {
  return auditEvent({
    rows: "changed",
    audit_event_id: event,
    organization_id: "changed.organization_id",
    workspace_id: workspace,
    actor: {
      type: "$actor_type",
      id: "coalesce($actor_id::text, 'operator')",
      name: `coalesce((SELECT u.name FROM "user" u WHERE u.id = $actor_id::text),
                      (SELECT a.name FROM api_token a WHERE a.token_id = $actor_id::text), 'operator')`,
    },
    action: `'${action}'`,
    resource_id: resource,
    source_ip: "$source_ip",
    result: String(operationById(action).success),
    detail,
  });
}

/** The values of `auditChange`. */
export function auditChangeValues(actor: Actor) {
  return {
    ...auditValues(actor),
    actor_type: actor.tokenId !== undefined ? "token" : actor.userId === null ? "operator" : "user",
    actor_id: actor.tokenId ?? actor.userId,
  };
}

type OperatorAction =
  | "billing_details.set"
  | "bucket.move"
  | "bucket.move_cancelled"
  | "invoice.postpone"
  | "organization.set_quota_class"
  | "payment.cancel"
  | "payment.confirm"
  | "payment.refund"
  | "organization.view_end"
  | "organization.view_start"
  | "quota.set"
  | "quota.unset"
  | "quota_request.grant"
  | "quota_request.refuse"
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
