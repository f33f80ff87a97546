// What providers and operators say of payments, once (docs/adr/0120).
import { type Database, type Sql, statement } from "@fulmar/prisma";
import type { PaymentReport } from "@fulmar/providers";
import { auditOperator } from "../audit/index.ts";
import { tellOfPayment } from "../mail/index.ts";
import { auditEvent, auditValues, bySystem } from "../request/audit-event.ts";
import { conflict, invalidField } from "../request/domain-error.ts";
import { CURRENCY, readCurrency } from "./currency.ts";
import { resumeCovered } from "./fund-wallet.ts";
import { requireDecimals } from "./payment-provider.ts";
import { lockAnyWallet, lockWallet } from "./wallet.ts";

// The webhook of a payment may come before the answer of the request that began it.
const remember = statement(
  "payment_remember",
  `INSERT INTO payment (payment_id, organization_id, amount, currency, provider, reference)
   VALUES ($payment_id, $organization_id, $amount::numeric, $currency, $provider, $reference) ON CONFLICT DO NOTHING`,
);

/** Balances have ten digits before the point. */
const MOST = "10000000000";

// The wallet is locked. Whoever comes first settles the payment; whoever comes again matches no row.
const settle = (audit: string) => `WITH changed AS (
     UPDATE payment p
        SET state = 'paid', paid_amount = $paid_amount::numeric, paid_currency = $paid_currency,
            paid_at = coalesce($paid_at::text::timestamptz, now()), capture = $capture,
            unbooked = CASE WHEN $paid_currency <> ${CURRENCY} THEN 'other_currency'
                            WHEN w.balance + $paid_amount::numeric >= ${MOST} THEN 'balance_too_large'
                            WHEN EXISTS (SELECT FROM ledger_entry l
                                          WHERE l.organization_id = p.organization_id AND l.kind = 'top_up'
                                            AND l.reference = p.payment_id) THEN 'credited_before' END
       FROM wallet w
      WHERE p.payment_id = $payment_id AND p.organization_id = $organization_id AND p.provider = $provider
        AND p.state <> 'paid' AND w.organization_id = p.organization_id
     RETURNING p.organization_id, p.payment_id, p.provider, p.paid_amount AS money, p.paid_currency AS currency,
               p.unbooked, NULL::text AS reason
   ), booked AS (
     INSERT INTO ledger_entry (organization_id, kind, amount, reference)
     SELECT organization_id, 'top_up', money, payment_id FROM changed WHERE unbooked IS NULL
   ), told AS (
     ${tellOfPayment("payment_arrived", "changed")}
   ), audited AS (
     ${audit}
   )
   SELECT unbooked FROM changed`;

const DETAIL = "trim_scale(changed.money)::text || ' ' || changed.currency";

const settleBy = {
  provider: statement(
    "payment_settle",
    settle(
      auditEvent({
        rows: "changed",
        ...bySystem("changed.provider"),
        action: "'payment.paid'",
        organization_id: "changed.organization_id",
        resource_id: "changed.payment_id",
        detail: DETAIL,
      }),
    ),
  ),
  operator: statement(
    "payment_confirm",
    settle(
      auditOperator("payment.confirm", {
        ...{ resource: "changed.payment_id", workspace: "NULL::bigint", detail: DETAIL },
      }),
    ),
  ),
} as const;

const end = statement(
  "payment_end",
  `WITH changed AS (
     UPDATE payment SET state = $state
      WHERE payment_id = $payment_id AND organization_id = $organization_id AND provider = $provider
        AND state = 'waiting' RETURNING organization_id, payment_id, provider, state
   )
   ${auditEvent({
     rows: "changed",
     ...bySystem("changed.provider"),
     action: "'payment.' || changed.state",
     organization_id: "changed.organization_id",
     resource_id: "changed.payment_id",
   })}`,
);

interface Arrived {
  readonly organizationId: string;
  readonly paymentId: string;
  readonly provider: string;
  readonly amount: string;
  readonly currency: string;
  readonly capture: string | null;
  /** Left out: now. */
  readonly paidAt?: string;
}

/**
 * Credits what arrived, in the caller's transaction, which has locked the wallet.
 * @returns whether the payment was not paid before
 */
async function settleIn(sql: Sql, by: keyof typeof settleBy, arrived: Arrived): Promise<boolean> {
  const { organizationId: organization_id, paymentId: payment_id, provider, capture } = arrived;
  const row = await sql.maybe(settleBy[by], {
    ...{ organization_id, payment_id, provider, capture, paid_at: arrived.paidAt ?? null },
    ...{ paid_amount: arrived.amount, paid_currency: arrived.currency },
    ...auditValues(),
  });
  if (row?.unbooked === null) await resumeCovered(sql, organization_id);
  return row !== undefined;
}

/** Writes what a provider reports of a payment, however often and in whichever order it reports. */
export function applyReport(
  database: Pick<Database, "transaction">,
  provider: string,
  { paymentId, organizationId, reference, state, amount, currency, capture }: PaymentReport,
): Promise<void> {
  return database.transaction(
    async ({ sql }) => {
      // Others may use the same account at the provider.
      if (paymentId === null || organizationId === null) return;
      if (!(await lockAnyWallet(sql, organizationId))) return;
      const payment = { payment_id: paymentId, organization_id: organizationId, provider };
      if (state === "paid") {
        await sql.query(remember, { ...payment, reference, amount, currency });
        await settleIn(sql, "provider", { organizationId, paymentId, provider, amount, currency, capture });
      } else if (state !== "pending") {
        await sql.query(end, { ...payment, state, ...auditValues() });
      }
    },
    { asOperator: true },
  );
}

/**
 * Says that a transfer arrived, in the caller's transaction.
 * @param payment as it was read
 * @throws DomainError 400 for a day to come or too many decimals; 409 for one that is paid, or paid elsewhere
 */
export async function confirmPaymentIn(
  sql: Sql,
  payment: {
    readonly payment_id: string;
    readonly organization_id: string;
    readonly provider: string;
    readonly reference: string;
  },
  { amount, paid_on }: { readonly amount: string; readonly paid_on: string },
): Promise<void> {
  const { payment_id: paymentId, organization_id: organizationId, provider, reference } = payment;
  if (provider !== "transfer")
    throw conflict("conflict", "Only transfers are confirmed by hand; the provider says when this payment is paid.");
  if (paid_on > new Date().toISOString().slice(0, 10)) throw invalidField("paid_on", "must be today (UTC) or earlier");
  const currency = await readCurrency(sql);
  requireDecimals(amount, currency);
  await lockWallet(sql, organizationId);
  const arrived = { organizationId, paymentId, provider, amount, currency, capture: reference };
  if (!(await settleIn(sql, "operator", { ...arrived, paidAt: `${paid_on}T00:00:00Z` })))
    throw conflict("conflict", "The payment is paid already; each is credited once.");
}

const cancel = statement(
  "payment_cancel",
  `WITH changed AS (
     UPDATE payment SET state = 'cancelled' WHERE payment_id = $payment_id AND state = 'waiting'
     RETURNING organization_id, payment_id
   )
   ${auditOperator("payment.cancel", {
     ...{ resource: "changed.payment_id", workspace: "NULL::bigint", detail: "$reason::text" },
   })}
   RETURNING audit_event_id`,
);

/** Gives up waiting for a payment, in the caller's transaction. @throws DomainError 409 for one that does not wait */
export async function cancelPaymentIn(sql: Sql, payment_id: string, reason: string): Promise<void> {
  if ((await sql.maybe(cancel, { payment_id, reason, ...auditValues() })) !== undefined) return;
  throw conflict("conflict", "The payment does not wait any more; read it to see what became of it.");
}
