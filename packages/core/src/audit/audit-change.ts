import { randomUUID } from "node:crypto";
import { type OperationId, operationById } from "@fulmar/contract";
import type { Actor } from "../request/caller.ts";
import { newId } from "../request/identifiers.ts";

/**
 * SQL that writes one audit event of an organization's change for each row of the CTE `changed`.
 * @param columns `resource`, `workspace` and `detail` are SQL over `changed`. `detail` describes the change where the
 * action does not. The five parameters begin at `first`.
 */
export function auditChange(
  action: OperationId,
  columns: { readonly resource: string; readonly workspace?: string; readonly detail?: string; readonly first: number },
): string {
  return auditChanges(action, { ...columns, event: `$${columns.first}`, first: columns.first + 1 });
}

/** The parameters of `auditChange`, in its order. */
export function auditChangeValues(actor: Actor): readonly [eventId: string, ...ActorValues] {
  return [newId("aud"), ...auditActorValues(actor)];
}

/**
 * As `auditChange`, for a change of several rows.
 * @param columns `event`, the id of each event, is SQL over `changed` too. The four parameters begin at `first`.
 */
export function auditChanges(
  action: OperationId,
  {
    event,
    resource,
    workspace = "NULL::bigint",
    detail = "NULL::text",
    first,
  }: {
    readonly event: string;
    readonly resource: string;
    readonly workspace?: string;
    readonly detail?: string;
    readonly first: number;
  },
): string {
  const parameter = (offset: number) => `$${first + offset}`;
  return `INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name, action, resource_id, request_id, source_ip, result, detail)
     SELECT ${event}, changed.organization_id, ${workspace}, ${parameter(0)}, coalesce(${parameter(1)}::text, 'operator'),
            coalesce((SELECT u.name FROM "user" u WHERE u.id = ${parameter(1)}::text), (SELECT a.name FROM api_token a WHERE a.token_id = ${parameter(1)}::text), 'operator'), '${action}', ${resource}, ${parameter(2)}, ${parameter(3)},
            ${operationById(action).success}, ${detail}
       FROM changed`;
}

type ActorValues = readonly [actorType: string, actorId: string | null, requestId: string, sourceIp: string | null];

/** The parameters of `auditChanges`, in its order. */
export function auditActorValues(actor: Actor): ActorValues {
  return [
    actor.tokenId !== undefined ? "token" : actor.userId === null ? "operator" : "user",
    actor.tokenId ?? actor.userId,
    actor.requestId ?? `req_${randomUUID()}`,
    actor.sourceIp ?? null,
  ];
}
