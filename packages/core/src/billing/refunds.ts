// Refunds of payments: they leave the wallet at once, and a worker carries them out (docs/adr/0120).
import { type Database, type Sql, statement } from "@fulmar/prisma";
import type { RefundReport } from "@fulmar/providers";
import { auditOperator } from "../audit/index.ts";
import { tellOfPayment } from "../mail/index.ts";
import { auditEvent, auditValues, bySystem } from "../request/audit-event.ts";
import { conflict } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { resumeCovered } from "./fund-wallet.ts";
import { requireDecimals } from "./payment-provider.ts";
import { lockWallet } from "./wallet.ts";

const MADE = `RETURNING organization_id, payment_id, refund_id, amount AS money, currency, booked, reason,
               NULL::text AS unbooked`;

/** SQL: whether the money of a payment `p` is in the wallet. An operator may have credited it by hand. */
export const IN_WALLET = "coalesce(p.unbooked = 'credited_before', true)";

// Money that is not in the wallet does not leave it.
const LEAVES = `left_wallet AS (
     INSERT INTO ledger_entry (organization_id, kind, amount, reference)
     SELECT organization_id, 'adjustment', -money, refund_id FROM changed WHERE booked
   ), told AS (
     ${tellOfPayment("payment_refunded", "changed")}
   )`;

const DETAIL = "trim_scale(changed.money)::text || ' ' || changed.currency || coalesce(': ' || changed.reason, '')";

// The wallet is locked, and the payment's row holds how much of it is refunded.
const ask = statement(
  "payment_refund_ask",
  `WITH taken AS (
     UPDATE payment p SET refunded = p.refunded + $amount::numeric
       FROM wallet w
      WHERE p.payment_id = $payment_id AND p.state = 'paid'
        AND p.refunded + p.disputed + $amount::numeric <= p.paid_amount AND p.dispute_state IS DISTINCT FROM 'open'
        AND w.organization_id = p.organization_id
        AND (NOT ${IN_WALLET} OR $allow_debt::boolean OR w.balance >= $amount::numeric)
     RETURNING p.payment_id, p.organization_id, p.paid_currency, ${IN_WALLET} AS booked
   ), changed AS (
     INSERT INTO payment_refund (refund_id, payment_id, organization_id, amount, currency, booked, reason)
     SELECT $refund_id, payment_id, organization_id, $amount::numeric, paid_currency, booked, $reason FROM taken
     ${MADE}
   ), ${LEAVES}
   ${auditOperator("payment.refund", {
     ...{ resource: "changed.payment_id", workspace: "NULL::bigint", detail: DETAIL },
   })}
   RETURNING audit_event_id`,
);

const refusal = statement(
  "payment_refund_refusal",
  `SELECT p.state = 'paid' AS paid, coalesce(p.dispute_state = 'open', false) AS disputed,
          coalesce(p.refunded + p.disputed + $amount::numeric > p.paid_amount, false) AS too_much,
          trim_scale(greatest(0, p.paid_amount - p.refunded - p.disputed))::text AS left
     FROM payment p WHERE p.payment_id = $payment_id`,
);

/**
 * Takes a refund from the wallet, in the caller's transaction. A worker carries it out.
 * @param payment as it was read
 * @throws DomainError 409 for a payment that is not paid or is disputed, for more than is left of it, or than the wallet has
 */
export async function refundIn(
  sql: Sql,
  payment: {
    readonly payment_id: string;
    readonly organization_id: string;
    readonly currency: string;
    readonly paid_currency: string | null;
  },
  { amount, reason, allow_debt }: { readonly amount: string; readonly reason: string; readonly allow_debt: boolean },
): Promise<void> {
  const { payment_id, organization_id, currency, paid_currency } = payment;
  requireDecimals(amount, paid_currency ?? currency);
  await lockWallet(sql, organization_id);
  const refund = { refund_id: newId("rfd"), payment_id, amount, reason, allow_debt };
  if ((await sql.maybe(ask, { ...refund, ...auditValues() })) !== undefined) return;
  const { paid, disputed, too_much, left } = await sql.one(refusal, { payment_id, amount });
  if (paid !== true) throw conflict("conflict", "The payment is not paid, so there is nothing to refund.");
  if (disputed === true)
    throw conflict(
      "conflict",
      "The payer's bank disputes the payment, and may pay it back itself; refund it when the dispute has ended.",
    );
  if (too_much === true)
    throw conflict("conflict", `Only ${left} ${paid_currency} is left of the payment; refund that or less.`);
  throw conflict(
    "conflict",
    "The organization's balance does not cover the refund; refund less, or allow that the balance falls below 0.",
  );
}

const done = statement(
  "payment_refund_done",
  `WITH changed AS (
     UPDATE payment_refund SET state = 'done', ended_at = now(), problem = NULL, reference = $reference
      WHERE refund_id = $refund_id AND state = 'waiting' RETURNING organization_id, payment_id, refund_id
   )
   ${auditEvent({
     rows: "changed",
     ...bySystem("'refund-payments'"),
     action: "'payment.refunded'",
     organization_id: "changed.organization_id",
     resource_id: "changed.payment_id",
     detail: "changed.refund_id",
   })}`,
);

// A provider may take back a refund that it has accepted.
const failed = statement(
  "payment_refund_failed",
  `WITH changed AS (
     UPDATE payment_refund r SET state = 'failed', ended_at = now(), problem = $problem
       FROM payment p
      WHERE (r.refund_id = $refund_id OR r.reference = $reference AND p.capture = $capture) AND r.state <> 'failed'
        AND p.payment_id = r.payment_id
     RETURNING r.organization_id, r.payment_id, r.refund_id, r.amount, r.booked, r.problem
   ), given_back AS (
     UPDATE payment p SET refunded = p.refunded - changed.amount FROM changed WHERE p.payment_id = changed.payment_id
   ), in_wallet AS (
     INSERT INTO ledger_entry (organization_id, kind, amount, reference)
     SELECT organization_id, 'adjustment', amount, refund_id || ' failed' FROM changed WHERE booked
   ), audited AS (
     ${auditEvent({
       rows: "changed",
       ...bySystem("'refund-payments'"),
       action: "'payment.refund_failed'",
       organization_id: "changed.organization_id",
       resource_id: "changed.payment_id",
       detail: "changed.refund_id || ': ' || changed.problem",
     })}
   )
   SELECT organization_id FROM changed`,
);

// A refund that somebody has made at the provider itself.
const adopt = statement(
  "payment_refund_adopt",
  `WITH taken AS (
     UPDATE payment p SET refunded = p.refunded + $amount::numeric
      WHERE p.capture = $capture AND p.provider = $provider AND p.paid_currency = $currency
        AND p.refunded + $amount::numeric <= p.paid_amount
        AND NOT EXISTS (SELECT FROM payment_refund r
                         WHERE r.payment_id = p.payment_id AND r.reference = $reference)
     RETURNING p.payment_id, p.organization_id, p.paid_currency, ${IN_WALLET} AS booked
   ), changed AS (
     INSERT INTO payment_refund (refund_id, payment_id, organization_id, amount, currency, booked, reference, state,
                                 ended_at)
     SELECT $refund_id, payment_id, organization_id, $amount::numeric, paid_currency, booked, $reference, 'done', now()
       FROM taken
     ${MADE}
   ), ${LEAVES}
   ${auditEvent({
     rows: "changed",
     ...bySystem("$provider::text"),
     action: "'payment.refunded'",
     organization_id: "changed.organization_id",
     resource_id: "changed.payment_id",
     detail: DETAIL,
   })}`,
);

export const ofCapture = statement(
  "payment_of_capture",
  "SELECT organization_id FROM payment WHERE capture = $capture AND provider = $provider",
);

/** Writes what a provider reports of a refund, however often and in whichever order it reports. */
export function applyRefund(
  database: Pick<Database, "transaction">,
  provider: string,
  { refundId, reference, capture, state, amount, currency }: RefundReport,
  problem = "the provider could not carry it out",
): Promise<void> {
  return database.transaction(
    async ({ sql }) => {
      const of = await sql.maybe(ofCapture, { capture, provider });
      if (of === undefined) return;
      await lockWallet(sql, of.organization_id);
      if (state === "failed") await failRefundIn(sql, { refund_id: refundId ?? "", reference, capture, problem });
      else if (refundId === null) await adoptIn(sql, { provider, capture, reference, amount, currency });
      else if (state === "succeeded") await sql.query(done, { refund_id: refundId, reference, ...auditValues() });
    },
    { asOperator: true },
  );
}

const known = statement(
  "payment_refund_known",
  `SELECT r.refund_id FROM payment_refund r JOIN payment p ON p.payment_id = r.payment_id
    WHERE p.capture = $capture AND p.provider = $provider AND r.reference = $reference`,
);

/**
 * Takes a refund that was made at the provider from the wallet, which is locked.
 * @throws DomainError 409 while another refund leaves nothing for it: the provider sends the webhook again later
 */
async function adoptIn(
  sql: Sql,
  refund: {
    readonly provider: string;
    readonly capture: string;
    readonly reference: string;
    readonly amount: string;
    readonly currency: string;
  },
): Promise<void> {
  await sql.query(adopt, { refund_id: newId("rfd"), ...refund, ...auditValues() });
  const { provider, capture, reference } = refund;
  if ((await sql.maybe(known, { provider, capture, reference })) === undefined)
    throw conflict("conflict", "Another refund of the payment is under way; send the webhook again later.");
}

/** Puts what was not refunded back into the wallet, which is locked. Refunds made at the provider have its name alone. */
async function failRefundIn(
  sql: Sql,
  refund: {
    readonly refund_id: string;
    readonly reference: string;
    readonly capture: string;
    readonly problem: string;
  },
): Promise<void> {
  const row = await sql.maybe(failed, { ...refund, ...auditValues() });
  if (row !== undefined) await resumeCovered(sql, row.organization_id);
}

/** Gives up a refund that the provider refuses for good. */
export function failRefund(
  database: Pick<Database, "transaction">,
  {
    refund_id,
    organization_id,
    problem,
  }: { readonly refund_id: string; readonly organization_id: string; readonly problem: string },
): Promise<void> {
  return database.transaction(
    async ({ sql }) => {
      await lockWallet(sql, organization_id);
      await failRefundIn(sql, { refund_id, problem, reference: "", capture: "" });
    },
    { asOperator: true },
  );
}

/** Writes that a refund was carried out. */
export async function endRefund(
  sql: Sql,
  { refundId, reference }: { readonly refundId: string; readonly reference: string },
): Promise<void> {
  await sql.query(done, { refund_id: refundId, reference, ...auditValues() });
}
