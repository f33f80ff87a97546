// Payments that a payer's bank takes back (docs/adr/0129).
import { type Database, type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { DisputeReport, PaymentProvider } from "@fulmar/providers";
import { tellOfDispute } from "../mail/index.ts";
import { auditEvent, bySystem } from "../request/audit-event.ts";
import { newId } from "../request/identifiers.ts";
import { resumeCovered } from "./fund-wallet.ts";
import { IN_WALLET, ofCapture } from "./refunds.ts";
import { applyReport } from "./settle-payment.ts";
import { lockWallet } from "./wallet.ts";

/** SQL: the place of a state among those that are told within a second. */
const stepOf = (state: string) => `array_position('{inquiry,closed,open,lost,won}'::text[], ${state})`;
const NEWER = `(excluded.told_at, ${stepOf("excluded.state")}) >= (d.told_at, ${stepOf("d.state")})`;
const newer = (column: string) => `${column} = CASE WHEN ${NEWER} THEN excluded.${column} ELSE d.${column} END`;

// Webhooks come in any order. What was told last holds, and money that was seen to move has moved.
const record = statement(
  "payment_dispute_record",
  `WITH before AS (
     SELECT state FROM payment_dispute WHERE reference = $reference AND provider = $provider
   ), changed AS (
     INSERT INTO payment_dispute AS d (dispute_id, payment_id, organization_id, provider, reference, url, state, reason,
                                       amount, currency, evidence_due_at, told_at, withdrawn, reinstated, unbooked)
     SELECT $dispute_id, p.payment_id, p.organization_id, p.provider, $reference, $url, $state, $reason,
            $amount::numeric, $currency, $evidence_due_at::text::timestamptz, $told_at::timestamptz, $withdrawn::boolean,
            $reinstated::boolean,
            CASE WHEN NOT ${IN_WALLET} THEN 'not_in_wallet' WHEN p.paid_currency <> $currency THEN 'other_currency' END
       FROM payment p WHERE p.capture = $capture AND p.provider = $provider LIMIT 1
         ON CONFLICT (reference, provider) DO UPDATE
        SET ${["state", "reason", "amount", "evidence_due_at"].map(newer).join(", ")},
            told_at = greatest(d.told_at, excluded.told_at),
            withdrawn = d.withdrawn OR excluded.withdrawn, reinstated = d.reinstated OR excluded.reinstated
     RETURNING dispute_id, payment_id, organization_id, state
   )
   SELECT changed.*, before.state IS DISTINCT FROM changed.state AS is_news
     FROM changed LEFT JOIN before ON true`,
);

/** SQL of an event in the trail of operators, for each row of a CTE. `fields` is SQL over it. */
const forOperators = (rows: string, action: string, fields: string) =>
  `INSERT INTO operator_event (event_id, actor_type, actor_id, actor_name, action, resource_type, resource_id,
                               organization_id, fields, request_id, result)
   SELECT $event_id, 'system', ${rows}.provider, 'Fulmar', ${action}, 'payment', ${rows}.payment_id,
          ${rows}.organization_id, ${fields}, $event_id, 200 FROM ${rows}`;

// The wallet is locked. A bank takes what it disputes once and gives it back once, so each entry has its own reference.
// More than the payment brought does not leave the wallet.
const book = statement(
  "payment_dispute_book",
  `WITH moved AS (
     UPDATE payment_dispute d
        SET taken = CASE WHEN d.reinstated THEN d.taken ELSE least(d.amount, p.paid_amount - p.disputed) END,
            given_back = CASE WHEN d.reinstated THEN d.taken ELSE 0 END
       FROM payment p
      WHERE d.dispute_id = $dispute_id AND p.payment_id = d.payment_id AND d.unbooked IS NULL
        AND CASE WHEN d.reinstated THEN d.taken > d.given_back
                 ELSE d.withdrawn AND d.taken = 0 AND least(d.amount, p.paid_amount - p.disputed) > 0 END
     RETURNING d.dispute_id, d.payment_id, d.organization_id, d.provider, d.currency,
               CASE WHEN d.reinstated THEN d.taken ELSE -d.taken END AS money
   ), in_wallet AS (
     INSERT INTO ledger_entry (organization_id, kind, amount, reference)
     SELECT organization_id, 'adjustment', money, dispute_id || CASE WHEN money > 0 THEN ' reinstated' ELSE '' END
       FROM moved
   ), of_payment AS (
     UPDATE payment p SET disputed = p.disputed - moved.money FROM moved WHERE p.payment_id = moved.payment_id
   ), audited AS (
     ${auditEvent({
       rows: "moved",
       ...bySystem("moved.provider"),
       action: "CASE WHEN moved.money > 0 THEN 'payment.dispute_reinstated' ELSE 'payment.dispute_withdrawn' END",
       organization_id: "moved.organization_id",
       resource_id: "moved.payment_id",
       detail: "trim_scale(abs(moved.money))::text || ' ' || moved.currency",
     })}
   ), for_operators AS (
     ${forOperators(
       "moved",
       "CASE WHEN moved.money > 0 THEN 'payment.dispute_reinstated' ELSE 'payment.dispute_withdrawn' END",
       "jsonb_build_object('dispute_id', moved.dispute_id, 'amount', trim_scale(abs(moved.money))::text)",
     )}
   )
   SELECT money > 0 AS is_given_back FROM moved`,
);

// Tells of a state that the dispute did not have before.
const tell = statement(
  "payment_dispute_tell",
  `WITH disputed AS (
     SELECT * FROM payment_dispute WHERE dispute_id = $dispute_id
   ), of_payment AS (
     UPDATE payment p
        SET dispute_state = (SELECT d.state FROM payment_dispute d WHERE d.payment_id = p.payment_id
                              ORDER BY d.state = 'open' DESC, d.state = 'inquiry' DESC, d.dispute_id DESC LIMIT 1)
       FROM disputed WHERE p.payment_id = disputed.payment_id
   ), told AS (
     ${tellOfDispute("disputed")}
   ), for_operators AS (
     ${forOperators(
       "disputed",
       "CASE WHEN disputed.state IN ('inquiry', 'open') THEN 'payment.disputed' ELSE 'payment.dispute_' || disputed.state END",
       `jsonb_build_object('dispute_id', disputed.dispute_id, 'state', disputed.state, 'bank_reason', disputed.reason,
          'disputed', trim_scale(disputed.amount)::text || ' ' || disputed.currency)`,
     )}
   )
   ${auditEvent({
     rows: "disputed",
     ...bySystem("disputed.provider"),
     action:
       "CASE WHEN disputed.state IN ('inquiry', 'open') THEN 'payment.disputed' ELSE 'payment.dispute_' || disputed.state END",
     organization_id: "disputed.organization_id",
     resource_id: "disputed.payment_id",
     detail: "trim_scale(disputed.amount)::text || ' ' || disputed.currency || ': ' || disputed.reason",
   })}`,
);

/** Whose dispute it is told of. */
interface Teller {
  readonly database: Pick<Database, "sql" | "transaction">;
  readonly provider: PaymentProvider;
  readonly name: string;
}

/**
 * Writes what a provider reports of a dispute, however often and in whichever order it reports. A payment that no
 * webhook has told of is asked for first. Disputes of somebody else's payments at the same account do nothing.
 * @throws PaymentUnavailable
 */
export async function applyDispute(
  { database, provider, name }: Teller,
  report: DisputeReport,
  signal: AbortSignal,
): Promise<void> {
  // Nothing is paid here without a name by which its provider finds it.
  if (report.capture === "") return;
  const key = { capture: report.capture, provider: name };
  if ((await database.sql.maybe(ofCapture, key)) === undefined) {
    const payment = await provider.paymentOf(report.capture, signal);
    if (payment !== undefined) await applyReport(database, name, payment);
  }
  await database.transaction(
    async ({ sql }) => {
      const of = await sql.maybe(ofCapture, key);
      if (of === undefined) return;
      await lockWallet(sql, of.organization_id);
      const recorded = await sql.maybe(record, { dispute_id: newId("dsp"), provider: name, ...valuesOf(report) });
      if (recorded !== undefined) await follow(sql, recorded);
    },
    { asOperator: true },
  );
}

function valuesOf({ toldAt, evidenceDueAt, ...report }: DisputeReport) {
  return { ...report, told_at: toldAt, evidence_due_at: evidenceDueAt };
}

async function follow(sql: Sql, { dispute_id, organization_id, is_news }: RowOf<typeof record>): Promise<void> {
  const moved = await sql.maybe(book, { dispute_id, ...events() });
  if (is_news) await sql.query(tell, { dispute_id, ...events() });
  if (moved?.is_given_back === true) await resumeCovered(sql, organization_id);
}

const events = () => ({ audit_event_id: newId("aud"), event_id: newId("oev") });
