// Payments at Stripe's own pages (Checkout): no card data ever comes here.
import type Stripe from "stripe";
import {
  type AskedPayment,
  type AskedRefund,
  type DisputeReport,
  ForgedEvent,
  type PaymentEvent,
  type PaymentProvider,
  PaymentRefused,
  type PaymentReport,
  PaymentUnavailable,
  type RefundReport,
} from "../ports/payment-port.ts";
import { fromMinorUnits, toMinorUnits } from "./minor-units.ts";

/** What this file was written for. Another version of the library needs another look at it. */
const API_VERSION = "2026-10-28.endive";
const TIMEOUT_MS = 10_000;
const PAGE = 100;
/** More than this the library does not read at a time. */
const MOST = 10_000;

export interface StripeAccount {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly url: string;
}

/** The library is loaded with the first use. */
export function stripePayments(account: StripeAccount): PaymentProvider {
  let opened: Promise<Stripe> | undefined;
  const client = () => {
    opened ??= open(account);
    return opened;
  };
  return {
    async start(asked, signal) {
      const stripe = await client();
      const { id, url } = await answered(signal, () =>
        stripe.checkout.sessions.create(sessionOf(asked), { idempotencyKey: asked.paymentId }),
      );
      return { reference: id, url };
    },
    async read(reference, signal) {
      const stripe = await client();
      return reportOf(await answered(signal, () => stripe.checkout.sessions.retrieve(reference)));
    },
    async refund(asked, signal) {
      const stripe = await client();
      return refundOf(await answered(signal, () => refundOnce(stripe, asked)));
    },
    async paymentOf(capture, signal) {
      const stripe = await client();
      const { data } = await answered(signal, () =>
        stripe.checkout.sessions.list({ payment_intent: capture, limit: 1 }),
      );
      return data[0] && reportOf(data[0]);
    },
    async readDispute(reference, signal) {
      const stripe = await client();
      const dispute = await answered(signal, () => stripe.disputes.retrieve(reference));
      return disputeOf(dispute, new Date());
    },
    async disputesSince(moment, signal) {
      const stripe = await client();
      const gte = Math.floor(moment.getTime() / 1000);
      const since = { created: { gte }, limit: PAGE };
      const disputes = await answered(signal, () => stripe.disputes.list(since).autoPagingToArray({ limit: MOST }));
      return disputes.map((dispute) => disputeOf(dispute, new Date()));
    },
    async eventOf(body, headers) {
      const stripe = await client();
      return eventOf(signedEvent(stripe, account, body, headers["stripe-signature"]));
    },
  };
}

async function open({ secretKey, url }: StripeAccount): Promise<Stripe> {
  const { default: Library } = await import("stripe");
  const { hostname, port, protocol } = new URL(url);
  return new Library(secretKey, {
    apiVersion: API_VERSION,
    host: hostname,
    protocol: protocol === "http:" ? "http" : "https",
    ...(port !== "" && { port }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

function sessionOf({ paymentId, organizationId, amount, currency, description, returnUrl }: AskedPayment) {
  const metadata = { fulmar_payment: paymentId, fulmar_organization: organizationId };
  return {
    mode: "payment",
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: toMinorUnits(amount, currency),
          product_data: { name: description },
        },
      },
    ],
    client_reference_id: paymentId,
    metadata,
    payment_intent_data: { metadata },
    success_url: returnUrl,
    cancel_url: returnUrl,
  } satisfies Stripe.Checkout.SessionCreateParams;
}

/** Stripe forgets idempotency keys after a day, so the refunds that there are come first. */
async function refundOnce(stripe: Stripe, { refundId, capture, amount, currency }: AskedRefund) {
  for await (const refund of stripe.refunds.list({ payment_intent: capture, limit: 100 }))
    if (refund.metadata?.fulmar_refund === refundId) return refund;
  return stripe.refunds.create(
    {
      payment_intent: capture,
      amount: toMinorUnits(amount, currency),
      metadata: { fulmar_refund: refundId },
    },
    { idempotencyKey: refundId },
  );
}

function signedEvent(
  stripe: Stripe,
  { webhookSecret }: StripeAccount,
  body: Buffer,
  signature: string | string[] | undefined,
): Stripe.Event {
  if (typeof signature !== "string") throw new ForgedEvent("the webhook has not one signature");
  try {
    return stripe.webhooks.constructEvent(body, signature, webhookSecret);
  } catch (cause) {
    throw new ForgedEvent("the webhook was not signed by Stripe, or long ago", { cause });
  }
}

function eventOf(event: Stripe.Event): PaymentEvent | undefined {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.expired":
      return { kind: "payment", payment: reportOf(event.data.object) };
    case "checkout.session.async_payment_failed":
      return { kind: "payment", payment: { ...reportOf(event.data.object), state: "failed" } };
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return { kind: "refund", refund: refundOf(event.data.object) };
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
      return { kind: "dispute", dispute: disputeOf(event.data.object, momentOf(event.created)) };
    case "charge.dispute.funds_withdrawn":
      return {
        kind: "dispute",
        dispute: { ...disputeOf(event.data.object, momentOf(event.created)), withdrawn: true },
      };
    case "charge.dispute.funds_reinstated":
      return {
        kind: "dispute",
        dispute: { ...disputeOf(event.data.object, momentOf(event.created)), withdrawn: true, reinstated: true },
      };
    default:
      return undefined;
  }
}

function reportOf(session: Stripe.Checkout.Session): PaymentReport {
  const { id, metadata, amount_total, currency, payment_status, status, payment_intent } = session;
  const paid = payment_status === "paid";
  const code = (currency ?? "").toUpperCase();
  return {
    reference: id,
    paymentId: metadata?.fulmar_payment ?? null,
    organizationId: metadata?.fulmar_organization ?? null,
    state: paid ? "paid" : status === "expired" ? "expired" : "pending",
    amount: fromMinorUnits(amount_total ?? 0, code),
    currency: code,
    capture: paid ? idOf(payment_intent) : null,
  };
}

function refundOf({ id, metadata, payment_intent, status, amount, currency }: Stripe.Refund): RefundReport {
  const code = currency.toUpperCase();
  return {
    reference: id,
    refundId: metadata?.fulmar_refund ?? null,
    capture: idOf(payment_intent) ?? "",
    state: status === "succeeded" ? "succeeded" : status === "failed" || status === "canceled" ? "failed" : "pending",
    amount: fromMinorUnits(amount, code),
    currency: code,
  };
}

const STATES: Readonly<Record<string, DisputeReport["state"]>> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  warning_closed: "closed",
  // The payment was refunded before it became a dispute.
  prevented: "closed",
  won: "won",
  lost: "lost",
};

function disputeOf(dispute: Stripe.Dispute, toldAt: Date): DisputeReport {
  const { id, payment_intent, status, reason, amount, balance_transactions, evidence_details, livemode } = dispute;
  const code = dispute.currency.toUpperCase();
  const capture = idOf(payment_intent) ?? "";
  const state = STATES[status] ?? "open";
  const due = evidence_details.due_by;
  return {
    ...{ reference: id, capture, state, reason, toldAt },
    amount: fromMinorUnits(amount, code),
    currency: code,
    evidenceDueAt: due === null ? null : momentOf(due).toISOString(),
    // Its movements are in the currency of the account. One that is won gives back what it took.
    withdrawn: balance_transactions.some((moved) => moved.amount < 0),
    reinstated: state === "won" || balance_transactions.some((moved) => moved.amount > 0),
    url: `https://dashboard.stripe.com/${livemode ? "" : "test/"}payments/${capture}`,
  };
}

function momentOf(seconds: number): Date {
  return new Date(seconds * 1000);
}

function idOf(linked: string | { readonly id: string } | null): string | null {
  return typeof linked === "object" ? (linked?.id ?? null) : linked;
}

/** @throws PaymentRefused for a request that Stripe will never take, PaymentUnavailable for anything else */
async function answered<Value>(signal: AbortSignal, ask: () => Promise<Value>): Promise<Value> {
  signal.throwIfAborted();
  try {
    return await ask();
  } catch (cause) {
    const { type, message } = cause as { readonly type?: string; readonly message?: string };
    if (cause instanceof RangeError) throw new PaymentRefused(cause.message, { cause });
    if (type === "StripeInvalidRequestError") throw new PaymentRefused(message ?? "Stripe refused it", { cause });
    throw new PaymentUnavailable("Stripe does not answer as it should", { cause });
  }
}
