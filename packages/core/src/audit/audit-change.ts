import { randomUUID } from "node:crypto";
import { type OperationId, operationById } from "@fulmar/contract";
import type { Actor } from "../request/caller.ts";
import { newId } from "../request/identifiers.ts";

/**
 * SQL that writes one audit event of an organization's change for each row of the CTE `changed`.
 * @param columns `resource`, `workspace` and `detail` are SQL over `changed`. `detail` describes the change where the
 * action does not. `auditChangeValues` gives its values.
 */
export function auditChange(
  action: OperationId,
  columns: { readonly resource: string; readonly workspace?: string; readonly detail?: string },
): string {
  return auditChanges(action, { ...columns, event: "$audit_event_id" });
}

/** The values of `auditChange`. */
export function auditChangeValues(actor: Actor): { readonly audit_event_id: string } & ActorValues {
  return { audit_event_id: newId("aud"), ...auditActorValues(actor) };
}

/**
 * As `auditChange`, for a change of several rows.
 * @param columns `event`, the id of each event, is SQL over `changed` too. `auditActorValues` gives the other values.
 */
export function auditChanges(
  action: OperationId,
  {
    event,
    resource,
    workspace = "NULL::bigint",
    detail = "NULL::text",
  }: {
    readonly event: string;
    readonly resource: string;
    readonly workspace?: string;
    readonly detail?: string;
  },
): string {
  return `INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name,
                                   action, resource_id, request_id, source_ip, result, detail)
     SELECT ${event}, changed.organization_id, ${workspace}, $actor_type, coalesce($actor_id::text, 'operator'),
            coalesce((SELECT u.name FROM "user" u WHERE u.id = $actor_id::text),
                     (SELECT a.name FROM api_token a WHERE a.token_id = $actor_id::text), 'operator'),
            '${action}', ${resource}, $request_id, $source_ip, ${operationById(action).success}, ${detail}
       FROM changed`;
}

interface ActorValues {
  readonly actor_type: string;
  readonly actor_id: string | null;
  readonly request_id: string;
  readonly source_ip: string | null;
}

/** The values of `auditChanges`. */
export function auditActorValues(actor: Actor): ActorValues {
  return {
    actor_type: actor.tokenId !== undefined ? "token" : actor.userId === null ? "operator" : "user",
    actor_id: actor.tokenId ?? actor.userId,
    request_id: actor.requestId ?? `req_${randomUUID()}`,
    source_ip: actor.sourceIp ?? null,
  };
}
