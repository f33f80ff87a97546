// Payments at Stripe's own pages (Checkout): no card data ever comes here.
import type Stripe from "stripe";
import {
  type AskedPayment,
  type AskedRefund,
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
