import { type Sql, statement } from "@fulmar/prisma";
import type { Decided } from "./admission.ts";
import type { DomainError } from "./domain-error.ts";
import { admissionRows, admissionsSql } from "./record-admissions.ts";
import { auditRow } from "./record-effect.ts";

const RECORD = `INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name, action, resource_id, request_id, source_ip, result, planned)
   VALUES ($1, $2, $3::bigint, $4, $5, $6, $7, $8, $9, $10, $11, $12::boolean)`;
const record = statement("refusal_record", RECORD);
/** As above, for a change that billing has denied. Also stores the decisions. */
const recordDenied = statement("refusal_record_denied", `WITH denied AS (${admissionsSql("$3", 13)}) ${RECORD}`);

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
  const values = [...auditRow(attempt), refusal.status, planned] as const;
  if (decided.every(({ decision }) => decision.allowed)) await sql.query(record, values);
  else await sql.query(recordDenied, [...values, admissionRows(attempt, decided)]);
}
