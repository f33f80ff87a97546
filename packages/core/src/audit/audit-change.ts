import { randomUUID } from "node:crypto";
import { type ConsoleOperationId, operationById } from "@fulmar/contract";
import type { Actor } from "../request/caller.ts";
import { newId } from "../request/identifiers.ts";

/**
 * SQL that writes one audit event of an organization's change for each row of the CTE `changed`.
 * @param columns `resource`, `workspace` and `detail` are SQL over `changed`. `detail` describes the change where the
 * action does not. The five parameters begin at `first`.
 */
export function auditChange(
  action: ConsoleOperationId,
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
            coalesce((SELECT u.name FROM "user" u WHERE u.id = ${parameter(2)}::text), 'operator'), '${action}', ${resource}, ${parameter(3)}, ${parameter(4)},
            ${operationById(action).success}, ${detail}
       FROM changed`;
}

/** The parameters of `auditChange`, in its order. */
export function auditChangeValues(
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
