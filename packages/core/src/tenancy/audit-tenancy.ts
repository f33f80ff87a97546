import { randomUUID } from "node:crypto";
import type { ConsoleOperation } from "@fulmar/contract";
import { newId } from "../request/identifiers.ts";

type TenancyAction = ConsoleOperation | "organization.create" | "invitation.accept";

/** Who changes an organization. Without `userId` it is whoever may run commands on the installation: the operator. */
export interface Actor {
  readonly userId: string | null;
  readonly requestId?: string | undefined;
  readonly sourceIp?: string | undefined;
}

/**
 * The SQL that writes the audit row for each row of the CTE `changed`.
 * @param columns `resource`, `workspace` and `detail` (what the change was, where the action does not say it) are SQL
 * over `changed`; its five parameters begin at `first`
 */
export function auditTenancy(
  action: TenancyAction,
  {
    resource,
    workspace = "NULL::bigint",
    detail = "NULL::text",
    first,
  }: { readonly resource: string; readonly workspace?: string; readonly detail?: string; readonly first: number },
): string {
  const parameter = (offset: number) => `$${first + offset}`;
  return `INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name, action, resource_id, request_id, source_ip, result, detail)
     SELECT ${parameter(0)}, changed.organization_id, ${workspace}, ${parameter(1)}, coalesce(${parameter(2)}::text, 'operator'),
            coalesce((SELECT u.name FROM "user" u WHERE u.id = ${parameter(2)}::text), 'operator'), '${action}', ${resource}, ${parameter(3)}, ${parameter(4)}, 200, ${detail}
       FROM changed`;
}

/** The values for `auditTenancy`, in its order. */
export function auditTenancyValues(
  actor: Actor,
): readonly [eventId: string, actorType: string, actorId: string | null, requestId: string, sourceIp: string | null] {
  return [
    newId("aud"),
    actor.userId === null ? "operator" : "user",
    actor.userId,
    actor.requestId ?? `req_${randomUUID()}`,
    actor.sourceIp ?? null,
  ];
}
