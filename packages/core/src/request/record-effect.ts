import { type Query, queryOf, statement } from "@fulmar/prisma";
import type { Decided } from "./admission.ts";
import type { Entry } from "./door.ts";
import { newId } from "./identifiers.ts";
import { admissionRows, admissionsSql } from "./record-admissions.ts";

const ANSWERED =
  "UPDATE idempotency_key SET status = $1, body = $2 WHERE workspace_id = $3::bigint AND operation = $4 AND key = $5";
const answered = statement("effect_answered", ANSWERED);
const RECORDED = `INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name, action, resource_id, request_id, source_ip, result)
   VALUES ($6, $7, $3::bigint, $8, $9, $10, $4, $11, $12, $13, $1)`;
const finish = statement("effect_record", `WITH answered AS (${ANSWERED}) ${RECORDED}`);
/** As above, for a change that billing has allowed. Also makes its purchases binding and stores the decisions. */
const finishBought = statement(
  "effect_record_bought",
  `WITH answered AS (${ANSWERED}), admitted AS (${admissionsSql("$3", 14, 15)}) ${RECORDED}`,
);

export type AuditRow = readonly [
  eventId: string,
  organizationId: string,
  workspaceId: bigint,
  actorType: string,
  actorId: string,
  actorName: string,
  operation: string,
  resourceId: string | null,
  requestId: string,
  sourceIp: string | null,
];

/**
 * The SQL that writes the audit event of a read for each row of `from`. It is part of the reading statement, so that
 * every read is audited in one round trip. Its parameters begin at `first`. `auditRow` provides them.
 */
export function auditRead(from: string, first: number): string {
  const [id, organization, workspace, type, actor, name, action, resource, request, ip] = Array.from(
    { length: 10 },
    (_, index) => `$${first + index}`,
  );
  return `INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name, action, resource_id, request_id, source_ip, result)
   SELECT ${id}, ${organization}, ${workspace}::bigint, ${type}, ${actor}, ${name}, ${action}, ${resource}, ${request}, ${ip}, 200 FROM ${from}`;
}

export function auditRow(read: {
  readonly entry: Entry;
  readonly operation: string;
  readonly resourceId: string | null;
  readonly requestId: string;
  readonly sourceIp: string | undefined;
}): AuditRow {
  const { caller, workspace } = read.entry;
  const actor = [caller.type, caller.id, caller.name] as const;
  return [
    newId("aud"),
    workspace.organizationId,
    workspace.id,
    ...actor,
    read.operation,
    read.resourceId,
    read.requestId,
    read.sourceIp ?? null,
  ];
}

/** The final statement of a change of an organization, whose handler has written the audit event. */
export function answeredEffectQuery(effect: {
  readonly entry: Entry;
  readonly operation: string;
  readonly key: string;
  readonly status: number;
  readonly body: string;
}): Query {
  const { status, body, entry, operation, key } = effect;
  return queryOf(answered, [status, body, entry.workspace.id, operation, key]);
}

/** The final statement of a change, sent with its COMMIT: its audit event and the answer under its idempotency key. */
export function effectQuery(effect: {
  readonly entry: Entry;
  readonly operation: string;
  readonly key: string | undefined;
  readonly status: number;
  readonly body: string;
  readonly resourceId: string | null;
  readonly requestId: string;
  readonly sourceIp: string | undefined;
  readonly decided: readonly Decided[];
  readonly boundHours: number | null;
}): Query {
  const { caller, workspace } = effect.entry;
  const { decided } = effect;
  const values = [
    effect.status,
    effect.body,
    workspace.id,
    effect.operation,
    effect.key ?? null,
    newId("aud"),
    workspace.organizationId,
    caller.type,
    caller.id,
    caller.name,
    effect.resourceId,
    effect.requestId,
    effect.sourceIp ?? null,
  ] as const;
  return decided.length === 0
    ? queryOf(finish, values)
    : queryOf(finishBought, [...values, admissionRows(effect, decided), effect.boundHours]);
}
