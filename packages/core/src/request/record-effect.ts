import { type Query, queryOf, statement } from "@fulmar/prisma";
import type { Decided } from "./admission.ts";
import type { Entry } from "./door.ts";
import { newId } from "./identifiers.ts";
import { admissionRows, admissionsSql } from "./record-admissions.ts";

const ANSWERED = `UPDATE idempotency_key SET status = $status, body = $body
   WHERE workspace_id = $workspace_id::bigint AND operation = $action AND $key::text IS NOT NULL AND key = $key`;
const answered = statement("effect_answered", ANSWERED);

/** The columns of an audit event that `auditRow` gives the values of. */
export const AUDIT_COLUMNS =
  "audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name, action, resource_id, request_id, source_ip";
export const AUDIT_ROW =
  "$audit_event_id, $organization_id, $workspace_id::bigint, $actor_type, $actor_id, $actor_name, $action, $resource_id, $request_id, $source_ip";

const RECORDED = `INSERT INTO audit_event (${AUDIT_COLUMNS}, result) VALUES (${AUDIT_ROW}, $status)`;
const finish = statement("effect_record", `WITH answered AS (${ANSWERED}) ${RECORDED}`);
/** As above, for a change that billing has allowed. Also makes its purchases binding and stores the decisions. */
const finishBought = statement(
  "effect_record_bought",
  `WITH answered AS (${ANSWERED}), admitted AS (${admissionsSql({ binds: true })}) ${RECORDED}`,
);

export interface AuditRow {
  readonly audit_event_id: string;
  readonly organization_id: string;
  readonly workspace_id: bigint;
  readonly actor_type: string;
  readonly actor_id: string;
  readonly actor_name: string;
  readonly action: string;
  readonly resource_id: string | null;
  readonly request_id: string;
  readonly source_ip: string | null;
}

/**
 * The SQL that writes the audit event of a read for each row of `from`. It is part of the reading statement, so that
 * every read is audited in one round trip. `auditRow` gives its values.
 */
export function auditRead(from: string): string {
  return `INSERT INTO audit_event (${AUDIT_COLUMNS}, result) SELECT ${AUDIT_ROW}, 200 FROM ${from}`;
}

export function auditRow(read: {
  readonly entry: Entry;
  readonly operation: string;
  readonly resourceId: string | null;
  readonly requestId: string;
  readonly sourceIp: string | undefined;
}): AuditRow {
  const { caller, workspace } = read.entry;
  return {
    audit_event_id: newId("aud"),
    organization_id: workspace.organizationId,
    workspace_id: workspace.id,
    actor_type: caller.type,
    actor_id: caller.id,
    actor_name: caller.name,
    action: read.operation,
    resource_id: read.resourceId,
    request_id: read.requestId,
    source_ip: read.sourceIp ?? null,
  };
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
  return queryOf(answered, { status, body, workspace_id: entry.workspace.id, action: operation, key });
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
  const { status, body, key = null, decided, boundHours } = effect;
  const values = { ...auditRow(effect), status, body, key };
  return decided.length === 0
    ? queryOf(finish, values)
    : queryOf(finishBought, { ...values, admissions: admissionRows(effect, decided), bound_hours: boundHours });
}
