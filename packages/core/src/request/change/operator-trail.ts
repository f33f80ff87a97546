// The trail of those who run the installation: every change, plan and refusal of theirs.
import type { Operation } from "@fulmar/contract";
import { type Query, queryOf, type Sql, statement } from "@fulmar/prisma";
import type { DomainError } from "../domain-error.ts";
import type { Operator } from "../door/installation-door.ts";
import { newId } from "../identifiers.ts";

// Whose a VM is, and the organization of a person who is in one alone.
const ORGANIZATION = `CASE
              WHEN $resource_id::text IS NULL THEN NULL
              WHEN $resource_type = 'operator_vm' THEN (
                SELECT w.organization_id FROM vm v JOIN workspace w ON w.workspace_id = v.workspace_id
                 WHERE v.vm_id = $resource_id)
              WHEN $resource_type = 'user' THEN (
                SELECT min(m.organization_id) FROM member m WHERE m.user_id = $resource_id HAVING count(*) = 1)
            END`;

const record = statement(
  "operator_event_record",
  `INSERT INTO operator_event (event_id, actor_type, actor_id, actor_name, action, resource_type, resource_id,
                               organization_id, reason, fields, request_id, source_ip, result, planned)
   VALUES ($event_id, $actor_type, $actor_id, $actor_name, $action, $resource_type, $resource_id,
           coalesce($organization_id, ${ORGANIZATION}), $reason, $fields::jsonb, $request_id, $source_ip, $result,
           $planned)`,
);

/** The fields of a request as the trail shows them, without secrets. */
export type ShownFields = (operation: Operation, input: Readonly<Record<string, unknown>>) => Record<string, unknown>;

interface Recorded {
  readonly operation: Operation;
  readonly operator: Operator;
  readonly resourceId: string | null;
  /** What the answer says, where the request does not name the organization. */
  readonly organizationId?: unknown;
  /** Left out where the input was not parsed. */
  readonly input?: Readonly<Record<string, unknown>>;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly sourceIp: string | undefined;
  readonly result: number;
  readonly planned?: boolean;
}

/** An event of the trail, to be sent with COMMIT. */
export function operatorEventQuery(event: Recorded): Query {
  return queryOf(record, valuesOf(event));
}

/** Records what was not done: a plan, or a refusal by permission or state. */
export async function recordUndone(sql: Sql, event: Recorded): Promise<void> {
  await sql.query(record, valuesOf(event));
}

function valuesOf({ operation, operator, input = {}, ...event }: Recorded) {
  return {
    event_id: newId("oev"),
    actor_type: operator.type,
    actor_id: operator.id,
    actor_name: operator.name,
    action: operation.id,
    resource_type: operation.resource,
    resource_id: event.resourceId,
    organization_id: textOf(input.organization_id ?? event.organizationId),
    reason: textOf(input.reason),
    fields: JSON.stringify(event.fields),
    request_id: event.requestId,
    source_ip: event.sourceIp,
    result: event.result,
    planned: event.planned ?? false,
  };
}

/** Refusals by permission, funds or state. A malformed request or a missing resource is not recorded. */
export function isRecorded({ status }: DomainError): boolean {
  return status === 402 || status === 403 || status === 409;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
