import { StripeDouble } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ForgedEvent, type PaymentProvider, PaymentRefused, PaymentUnavailable } from "../ports/payment-port.ts";
import { fromMinorUnits, toMinorUnits } from "./minor-units.ts";
import { stripePayments } from "./stripe.ts";

const double = new StripeDouble();
const { signal } = new AbortController();
let stripe: PaymentProvider;

beforeAll(async () => {
  await double.listen();
  stripe = stripePayments(double);
});
afterAll(() => double.close());

let payments = 0;
const asked = () => ({
  ...{ paymentId: `pay_${++payments}`, organizationId: "org_1", amount: "10.5", currency: "USD" },
  ...{ description: "Funds of Engines", returnUrl: "https://console.example.com/payments/1" },
});

async function started() {
  const payment = asked();
  return { payment, ...(await stripe.start(payment, signal)) };
}

test("a payment is started once, however often it is asked for", async () => {
  const payment = asked();
  const first = await stripe.start(payment, signal);
  expect(first.url).toMatch(/\/pay\/cs_test_/);
  expect(await stripe.start(payment, signal)).toEqual(first);
  expect(double.sessions.get(first.reference)).toMatchObject({ amount_total: 1050, currency: "usd" });
});

test("a payment is read as it is at Stripe: what was paid, not what was asked for", async () => {
  const { payment, reference } = await started();
  const { paymentId, organizationId } = payment;
  const report = { reference, paymentId, organizationId };
  expect(await stripe.read(reference, signal)).toEqual({
    ...{ ...report, state: "pending", amount: "10.5", currency: "USD", capture: null },
  });
  double.expire(reference);
  expect(await stripe.read(reference, signal)).toMatchObject({ state: "expired" });
  double.pay(reference, { amount_total: 999, currency: "eur" });
  expect(await stripe.read(reference, signal)).toEqual({
    ...{ ...report, state: "paid", amount: "9.99", currency: "EUR", capture: `pi_${reference}` },
  });
});

test("a signed webhook says what was paid, as often as it comes", async () => {
  const { payment, reference } = await started();
  const { body, headers } = double.webhook("checkout.session.completed", double.pay(reference));
  const event = {
    kind: "payment",
    payment: { paymentId: payment.paymentId, reference, state: "paid", amount: "10.5" },
  };
  expect(await stripe.eventOf(body, headers)).toMatchObject(event);
  expect(await stripe.eventOf(body, headers)).toMatchObject(event);
  const other = double.webhook("customer.created", { id: "cus_1", object: "customer" });
  expect(await stripe.eventOf(other.body, other.headers)).toBeUndefined();
});

test("a forged webhook is refused", async () => {
  const { reference } = await started();
  const session = double.pay(reference);
  const type = "checkout.session.completed";
  const { body, headers } = double.webhook(type, session);
  const wrongSecret = double.webhook(type, session, { secret: "whsec_other" });
  const old = double.webhook(type, session, { at: Date.now() - 600_000 });
  const changed = Buffer.from(body.toString().replace("1050", "9999"));
  const signature = headers["stripe-signature"];
  for (const [bytes, sent] of [
    [body, {}],
    [body, { "stripe-signature": [signature, signature] }],
    [body, { "stripe-signature": signature.replace("v1=", "v0=") }],
    [body, { "stripe-signature": "t=1,v1=00" }],
    [changed, headers],
    [wrongSecret.body, wrongSecret.headers],
    [old.body, old.headers],
  ] as const)
    await expect(stripe.eventOf(bytes, sent as Record<string, string | string[]>)).rejects.toThrow(ForgedEvent);
});

test("a refund is made once, and never of more than was paid", async () => {
  const { reference } = await started();
  const capture = String(double.pay(reference).payment_intent);
  const refund = { refundId: `rfd_${reference}`, capture, amount: "4", currency: "USD" };
  const made = await stripe.refund(refund, signal);
  expect(made).toMatchObject({ refundId: refund.refundId, capture, state: "succeeded", amount: "4", currency: "USD" });
  expect(await stripe.refund(refund, signal)).toEqual(made);
  await expect(stripe.refund({ ...refund, refundId: "rfd_more", amount: "7" }, signal)).rejects.toThrow(PaymentRefused);
  const told = double.webhook("refund.updated", double.refunds.find(({ id }) => id === made.reference) ?? {});
  expect(await stripe.eventOf(told.body, told.headers)).toEqual({ kind: "refund", refund: made });
});

test("a dispute is told by webhooks, and read as it is", async () => {
  const { reference, payment } = await started();
  const capture = String(double.pay(reference).payment_intent);
  const { id, ...opened } = double.dispute(capture, { reason: "product_not_received" });
  const happened = 1_790_000_000_000;
  const created = double.webhook("charge.dispute.created", { id, ...opened }, { happened });
  const dispute = {
    ...{ reference: id, capture, state: "open", reason: "product_not_received", amount: "10.5", currency: "USD" },
    ...{ evidenceDueAt: "2027-05-01T00:00:00.000Z", withdrawn: false, reinstated: false },
    url: `https://dashboard.stripe.com/test/payments/${capture}`,
  };
  expect(await stripe.eventOf(created.body, created.headers)).toEqual({
    ...{ kind: "dispute", dispute: { ...dispute, toldAt: new Date(happened) } },
  });
  // What the event says, the object may not say yet.
  const withdrawn = double.webhook("charge.dispute.funds_withdrawn", { id, ...opened });
  expect(await stripe.eventOf(withdrawn.body, withdrawn.headers)).toMatchObject({ dispute: { withdrawn: true } });
  double.changeDispute(id, { status: "under_review" }, "withdrawn");
  expect(await stripe.readDispute(id, signal)).toMatchObject({ ...dispute, withdrawn: true });
  for (const [status, state] of [
    ["warning_under_review", "inquiry"],
    ["warning_closed", "closed"],
    ["prevented", "closed"],
    ["appeal_under_review", "open"],
    ["lost", "lost"],
    ["won", "won"],
  ] as const) {
    double.changeDispute(id, { status });
    expect(await stripe.readDispute(id, signal)).toMatchObject({ state, reinstated: state === "won" });
  }
  expect(await stripe.disputesSince(new Date(0), signal)).toMatchObject([{ reference: id }]);
  expect(await stripe.disputesSince(new Date("2999-01-01"), signal)).toEqual([]);
  expect(await stripe.paymentOf(capture, signal)).toMatchObject({ paymentId: payment.paymentId, state: "paid" });
  expect(await stripe.paymentOf("pi_unknown", signal)).toBeUndefined();
});

test("a service that is down is unavailable, and nothing was begun", async () => {
  const before = double.sessions.size;
  double.down = true;
  await expect(stripe.start(asked(), signal)).rejects.toThrow(PaymentUnavailable);
  double.down = false;
  expect(double.sessions.size).toBe(before);
});

test.each([
  ["10.5", "USD", 1050],
  ["0.07", "EUR", 7],
  ["500", "JPY", 500],
  ["1.234", "KWD", 1234],
])("%s %s is %i units", (amount, currency, units) => {
  expect(toMinorUnits(amount, currency)).toBe(units);
  expect(fromMinorUnits(units, currency)).toBe(amount);
});

test("an amount with more decimals than its currency has is none", () => {
  for (const [amount, currency] of [
    ["1.005", "USD"],
    ["1.5", "JPY"],
    ["-1", "USD"],
    ["99999999999999999", "USD"],
  ] as const)
    expect(() => toMinorUnits(amount, currency)).toThrow(RangeError);
});
