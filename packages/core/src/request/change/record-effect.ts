import { type Query, queryOf, statement } from "@fulmar/prisma";
import { auditRequest, auditRow } from "../audit-event.ts";
import type { Entry } from "../door/door.ts";
import type { Decided } from "./admission.ts";
import { admissionRows, admissionsSql } from "./record-admissions.ts";

const ANSWERED = `UPDATE idempotency_key SET status = $status, body = $body
   WHERE workspace_id = $workspace_id::bigint AND operation = $action AND $key::text IS NOT NULL AND key = $key`;
const answered = statement("effect_answered", ANSWERED);

const RECORDED = auditRequest({ result: "$status" });
const finish = statement("effect_record", `WITH answered AS (${ANSWERED}) ${RECORDED}`);
/** As above, for a change that billing has allowed. Also makes its purchases binding and stores the decisions. */
const finishBought = statement(
  "effect_record_bought",
  `WITH answered AS (${ANSWERED}), admitted AS (${admissionsSql({ binds: true })}) ${RECORDED}`,
);

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
