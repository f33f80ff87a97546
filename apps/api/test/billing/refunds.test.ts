// Refunds: from the wallet at once, and at a double of Stripe by a worker (docs/adr/0120).
import { expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { stripeFixture } from "./stripe-fixture.ts";

const card = stripeFixture();
const { stripe, post } = card;

/** A payment of 100 that arrived, of an organization that has 1000000 besides. */
async function paid(currency?: string) {
  const { token, workspaceId, organizationId: organization_id } = await card.api.createTenant();
  const { body } = await card.api.request("POST", "/billing/payments", {
    ...{ token, workspaceId, body: { amount: "100" } },
  });
  const { payment_id, reference } = body;
  await post(
    stripe.webhook("checkout.session.completed", stripe.pay(reference, currency === undefined ? {} : { currency })),
  );
  return {
    ...{ payment_id, organization_id, capture: `pi_${reference}` },
    refund: (amount: string, more: object = {}) =>
      card.operators.send("operatorPayment.refund", { payment_id, amount, reason: "Ticket 4711", ...more }),
    get: async () => (await card.operators.send("operatorPayment.get", { payment_id })).body,
    balance: async () =>
      String((await card.api.database.prisma.wallet.findUniqueOrThrow({ where: { organization_id } })).balance),
    setBalance: async (to: number) => {
      const { balance } = await card.api.database.prisma.wallet.findUniqueOrThrow({ where: { organization_id } });
      const amount = to - Number(balance);
      await card.api.database.prisma.ledgerEntry.create({
        data: { organization_id, kind: "adjustment", amount, entry_number: 0n, balance_after: 0 },
      });
    },
  };
}

/** The worker carries out what is due, again too. */
async function carryOut() {
  await card.api.database.prisma.paymentRefund.updateMany({ data: { due_at: new Date(0) } });
  await card.api.reconcile("refund-payments");
}

const refundsAt = (capture: string) => stripe.refunds.filter(({ payment_intent }) => payment_intent === capture);

test("a refund leaves the wallet at once, and a worker carries it out", async () => {
  const payment = await paid();
  const asked = await payment.refund("40");
  expect(asked).toMatchObject({
    status: 201,
    body: { state: "paid", refunded: "40", refunds: [{ state: "waiting", amount: "40", reason: "Ticket 4711" }] },
  });
  expect(await payment.balance()).toBe("1000060");
  expect(refundsAt(payment.capture)).toEqual([]);
  await carryOut();
  await carryOut();
  expect(refundsAt(payment.capture)).toMatchObject([{ amount: 4000 }]);
  expect((await payment.get()).refunds).toMatchObject([{ state: "done", reference: expect.stringMatching(/^re_/) }]);
});

test("32 refunds at once of one payment refund it once", async () => {
  const payment = await paid();
  const answers = await Promise.all(Array.from({ length: 32 }, () => payment.refund("30")));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(3).fill(201), ...Array(29).fill(409)]);
  expect(answers.find(({ status }) => status === 409)?.body.detail).toBe(
    "Only 10 USD is left of the payment; refund that or less.",
  );
  await Promise.all([carryOut(), carryOut()]);
  expect(refundsAt(payment.capture)).toHaveLength(3);
  expect(await payment.get()).toMatchObject({ refunded: "90" });
  expect(await payment.balance()).toBe("1000010");
});

test("a balance that does not cover a refund refuses it, unless the operator allows a debt", async () => {
  const payment = await paid();
  await payment.setBalance(30);
  expectError(await payment.refund("40"), 409, "conflict");
  expect(await payment.balance()).toBe("30");
  expect((await payment.refund("40", { allow_debt: true })).status).toBe(201);
  expect(await payment.balance()).toBe("-10");
});

test("a payment that is not paid, or of too many decimals, is not refunded", async () => {
  const payment = await paid();
  expectError(await payment.refund("1.005"), 400, "invalid_request");
  await card.api.database.prisma.payment.update({
    where: { payment_id: payment.payment_id },
    data: { state: "expired", paid_amount: null, paid_currency: null, paid_at: null },
  });
  expectError(await payment.refund("1"), 409, "conflict");
  expect(await payment.balance()).toBe("1000100");
});

test("the provider is down: the refund waits, and is made later", async () => {
  const payment = await paid();
  await payment.refund("40");
  stripe.down = true;
  await expect(carryOut()).rejects.toThrow("could not be followed");
  expect((await payment.get()).refunds).toMatchObject([
    { state: "waiting", problem: expect.stringContaining("Stripe does not answer") },
  ]);
  stripe.down = false;
  await carryOut();
  expect((await payment.get()).refunds).toMatchObject([{ state: "done", problem: null }]);
  expect(refundsAt(payment.capture)).toHaveLength(1);
});

test("a worker that dies between the provider's refund and its row refunds once", async () => {
  const payment = await paid();
  await payment.refund("40");
  await carryOut();
  // As if the worker had died before it wrote what it did.
  await card.api.database.prisma.paymentRefund.updateMany({
    where: { payment_id: payment.payment_id },
    data: { state: "waiting", ended_at: null, reference: null },
  });
  await carryOut();
  expect(refundsAt(payment.capture)).toHaveLength(1);
  expect((await payment.get()).refunds).toMatchObject([{ state: "done" }]);
  expect(await payment.balance()).toBe("1000060");
});

test("what the provider refuses for good is back in the wallet, once", async () => {
  const payment = await paid();
  await payment.refund("40");
  // The account at Stripe knows no such payment any more.
  await card.api.database.prisma.payment.update({
    where: { payment_id: payment.payment_id },
    data: { capture: "pi_gone" },
  });
  await carryOut();
  await carryOut();
  expect(await payment.get()).toMatchObject({ refunded: "0", refunds: [{ state: "failed" }] });
  expect(await payment.balance()).toBe("1000100");
});

test("a refund that is made at Stripe leaves the wallet, and one that Stripe takes back returns", async () => {
  const payment = await paid();
  const refund = { id: "re_by_hand", object: "refund", payment_intent: payment.capture, amount: 2500, currency: "usd" };
  const made = stripe.webhook("refund.created", { ...refund, status: "succeeded", metadata: {} });
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(made)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(204));
  expect(await payment.get()).toMatchObject({
    ...{ refunded: "25", refunds: [{ state: "done", amount: "25", reference: "re_by_hand", reason: null }] },
  });
  expect(await payment.balance()).toBe("1000075");
  const taken = stripe.webhook("refund.failed", { ...refund, status: "failed", metadata: {} });
  await post(taken);
  await post(taken);
  expect(await payment.get()).toMatchObject({ refunded: "0", refunds: [{ state: "failed" }] });
  expect(await payment.balance()).toBe("1000100");
});

test("money in another currency goes back without the wallet", async () => {
  const payment = await paid("eur");
  expect(await payment.balance()).toBe("1000000");
  expect((await payment.refund("100")).status).toBe(201);
  expect(await payment.balance()).toBe("1000000");
  await carryOut();
  expect(refundsAt(payment.capture)).toMatchObject([{ amount: 10_000, currency: "eur" }]);
});

test("a plan of a refund takes nothing", async () => {
  const payment = await paid();
  const planned = await card.operators.plan("operatorPayment.refund", {
    ...{ payment_id: payment.payment_id, amount: "40", reason: "Ticket 4711" },
  });
  expect(planned.refusal).toBeUndefined();
  expect(await payment.get()).toMatchObject({ refunded: "0", refunds: [] });
});

test("a refund at Stripe that another one leaves nothing for is taken when that one has failed", async () => {
  const payment = await paid();
  await payment.refund("80");
  const refund = { id: "re_at_stripe", object: "refund", payment_intent: payment.capture, amount: 5000 };
  const made = stripe.webhook("refund.created", { ...refund, currency: "usd", status: "succeeded", metadata: {} });
  expectError(await post(made), 409, "conflict");
  const [{ refund_id }] = (await payment.get()).refunds;
  const gone = { fulmar_refund: refund_id };
  await post(
    stripe.webhook("refund.failed", { ...refund, id: "re_gone", currency: "usd", status: "failed", metadata: gone }),
  );
  expect((await post(made)).status).toBe(204);
  expect(await payment.get()).toMatchObject({ refunded: "50" });
  expect(await payment.balance()).toBe("1000050");
});

test("money that an operator had credited by hand leaves the wallet all the same", async () => {
  const payment = await paid();
  await card.api.database.prisma.payment.update({
    where: { payment_id: payment.payment_id },
    data: { unbooked: "credited_before" },
  });
  await payment.refund("100");
  expect(await payment.balance()).toBe("1000000");
});

test("owners and billing members get a mail of a refund, and others none", async () => {
  const payment = await paid();
  const { organization_id } = payment;
  const [owner, viewer] = [await card.operators.person(), await card.operators.person()];
  for (const [{ id: user_id }, role] of [
    [owner, "owner"],
    [viewer, "viewer"],
  ] as const)
    await card.api.database.prisma.member.create({ data: { organization_id, user_id, role } });
  await payment.refund("12.50");
  const mails = await card.api.database.prisma.mail.findMany({
    where: { recipient: { in: [owner.email, viewer.email] }, letter: "payment_refunded" },
  });
  expect(mails).toMatchObject([
    {
      recipient: owner.email,
      details: { organization_name: "Test", amount: "12.5", currency: "USD", reason: "Ticket 4711", unbooked: null },
    },
  ]);
});
