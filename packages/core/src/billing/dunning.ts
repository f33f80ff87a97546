// What is done about invoices that are due and not paid (docs/adr/0126).
import { type Database, type Sql, statement } from "@fulmar/prisma";
import { tellOfReminder, tellOfSuspension } from "../mail/index.ts";
import { auditEvent, bySystem } from "../request/audit-event.ts";
import { newId } from "../request/identifiers.ts";
import { DUE_AT } from "./invoices.ts";

/** The organizations that are dunned in one transaction. Their wallets are locked meanwhile. */
const BATCH = 50;

// A payment waits for the wallet, or has come before. Another worker takes other organizations.
const claim = statement(
  "dunning_claim",
  `SELECT w.organization_id FROM wallet w
    WHERE w.organization_id > $after
      AND EXISTS (SELECT FROM invoice i WHERE i.organization_id = w.organization_id AND i.owed > 0)
    ORDER BY w.organization_id LIMIT $limit FOR UPDATE SKIP LOCKED`,
);

/** SQL of the invoices that are not paid, with when they are due, of the organizations of the statement. */
const DEBTS = `SELECT i.organization_id, i.invoice_id, i.number, i.month, i.currency, debt.outstanding,
                ${DUE_AT} AS due_at
           FROM unnest($organization_ids::text[]) AS given (organization_id)
          CROSS JOIN LATERAL invoice_debts(given.organization_id) AS debt
           JOIN invoice i ON i.organization_id = given.organization_id AND i.invoice_id = debt.invoice_id
          WHERE debt.outstanding > 0`;

const NOW = "coalesce($now::timestamptz, now())";

// Each step is a row, and who writes the row sends the mail. After a time without a worker only the last of several
// reminders is sent. A suspension holds as long as its day is past, also where an operator has lifted it.
const take = statement(
  "dunning_take",
  `WITH debt AS MATERIALIZED (
     ${DEBTS}
   ), reached AS MATERIALIZED (
     SELECT debt.*, step.kind, step.number AS step
       FROM debt CROSS JOIN installation_settings settings
      CROSS JOIN LATERAL (
         SELECT 'due' AS kind, 0 AS number, 0 AS days
          UNION ALL
         SELECT 'reminder', r.number::int, r.days
           FROM unnest(settings.reminder_days) WITH ORDINALITY AS r (days, number)
          UNION ALL
         SELECT 'suspension', 0, settings.dunning_suspension_days
          WHERE settings.dunning_suspension_days IS NOT NULL) AS step
      WHERE debt.due_at + step.days * interval '1 day' <= ${NOW}
   ), taken AS (
     INSERT INTO dunning_step (organization_id, invoice_id, kind, number, outstanding, at)
     SELECT organization_id, invoice_id, kind, step, outstanding, ${NOW} FROM reached
         ON CONFLICT DO NOTHING
     RETURNING organization_id, invoice_id, kind, number
   ), reminded AS (
     SELECT DISTINCT ON (debt.organization_id, debt.invoice_id) debt.*
       FROM taken JOIN debt ON debt.organization_id = taken.organization_id AND debt.invoice_id = taken.invoice_id
      WHERE taken.kind = 'reminder'
        AND NOT EXISTS (SELECT FROM reached ended
                         WHERE ended.organization_id = debt.organization_id AND ended.kind = 'suspension')
   ), reminder AS (
     ${tellOfReminder("reminded")}
   ), suspended AS (
     UPDATE wallet w SET suspended_at = now(), suspended_by = 'dunning',
            suspended_reason = 'The invoice ' || oldest.number || ' is not paid.'
       FROM (SELECT DISTINCT ON (organization_id) organization_id, number FROM reached
              WHERE kind = 'suspension' ORDER BY organization_id, month) AS oldest
       JOIN unnest($organization_ids::text[], $audit_event_ids::text[]) AS given (organization_id, event_id)
         ON given.organization_id = oldest.organization_id
      WHERE w.organization_id = oldest.organization_id AND w.suspended_at IS NULL
     RETURNING w.organization_id, w.suspended_reason, given.event_id
   ), told AS (
     ${tellOfSuspension("suspended")}
   )
   ${auditEvent({
     rows: "suspended",
     ...bySystem("'dunning'", "event_id"),
     action: "'wallet.suspend'",
     organization_id: "organization_id",
     resource_id: "organization_id",
   })}`,
);

// Paid or postponed, or the policy has changed.
const lift = statement(
  "dunning_lift",
  `WITH debt AS (
     ${DEBTS}
   ), lifted AS (
     UPDATE wallet w SET suspended_at = NULL, suspended_by = NULL, suspended_reason = NULL
       FROM unnest($organization_ids::text[], $audit_event_ids::text[]) AS given (organization_id, event_id)
      WHERE w.organization_id = given.organization_id AND w.suspended_by = 'dunning'
        AND NOT EXISTS (
          SELECT FROM debt CROSS JOIN installation_settings settings
           WHERE debt.organization_id = w.organization_id
             AND debt.due_at + settings.dunning_suspension_days * interval '1 day' <= ${NOW})
     RETURNING w.organization_id, given.event_id
   )
   ${auditEvent({
     rows: "lifted",
     ...bySystem("'dunning'", "event_id"),
     action: "'wallet.resume'",
     organization_id: "organization_id",
     resource_id: "organization_id",
   })}`,
);

/**
 * Reminds of unpaid invoices, suspends by the installation's policy, and lifts what is settled.
 * @param options.now replaces the database's clock
 */
export async function dunInvoices(
  database: Pick<Database, "transaction">,
  { now, signal }: { readonly now?: Date; readonly signal?: AbortSignal } = {},
): Promise<void> {
  let after: string | undefined = "";
  while (after !== undefined && !signal?.aborted) {
    const from: string = after;
    after = await database.transaction(({ sql }) => dunBatch(sql, from, now));
  }
}

/** @returns the last organization of the batch. Undefined when there are none left. */
async function dunBatch(sql: Sql, after: string, now: Date | undefined): Promise<string | undefined> {
  const claimed = await sql.query(claim, { after, limit: BATCH });
  const organization_ids = claimed.map((row) => row.organization_id);
  if (organization_ids.length === 0) return undefined;
  const events = () => organization_ids.map(() => newId("aud"));
  await sql.query(lift, { organization_ids, audit_event_ids: events(), now });
  await sql.query(take, { organization_ids, audit_event_ids: events(), now });
  return organization_ids.at(-1);
}
