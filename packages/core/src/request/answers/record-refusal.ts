import { type Sql, statement } from "@fulmar/prisma";
import { auditRequest, auditRow } from "../audit-event.ts";
import type { Decided } from "../change/admission.ts";
import { admissionRows, admissionsSql } from "../change/record-admissions.ts";
import type { DomainError } from "../domain-error.ts";

const RECORD = auditRequest({ result: "$result", planned: "$planned::boolean" });
const record = statement("refusal_record", RECORD);
/** As above, for a change that billing has denied. Also stores the decisions. */
const recordDenied = statement(
  "refusal_record_denied",
  `WITH denied AS (${admissionsSql({ binds: false })}) ${RECORD}`,
);

/**
 * Records refusals of a known caller by permission, funds or state. A malformed request or a missing resource is not
 * recorded.
 */
const RECORDED: ReadonlySet<number> = new Set([402, 403, 409]);

/**
 * Writes the audit event of a refused change (docs/adr/0009). The change's transaction has been rolled back, so this is
 * a statement of its own.
 * @param decided billing's decisions, stored if billing denied. A purchase that was allowed before another check
 * refused was not made
 * @param attempt.planned whether the caller only asked what the change would do
 */
export async function recordRefusal(
  sql: Sql,
  { planned = false, ...attempt }: Parameters<typeof auditRow>[0] & { readonly planned?: boolean },
  refusal: DomainError,
  decided: readonly Decided[] = [],
): Promise<void> {
  if (!RECORDED.has(refusal.status)) return;
  const values = { ...auditRow(attempt), result: refusal.status, planned };
  if (decided.every(({ decision }) => decision.allowed)) await sql.query(record, values);
  else await sql.query(recordDenied, { ...values, admissions: admissionRows(attempt, decided) });
}
