// Payments from the request to the wallet, by transfer and at a double of Stripe (docs/adr/0120).
import type { StripeDouble } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { OperatorFixture } from "../installation/operator-fixture.ts";
import { stripeFixture } from "./stripe-fixture.ts";

const card = stripeFixture();
const { stripe, post } = card;
let transfers: Api;
let operatorsOfTransfers: OperatorFixture;
beforeAll(async () => {
  transfers = await startApi({ FULMAR_TRANSFER_ACCOUNT: "IBAN DE00 1234" });
  operatorsOfTransfers = await OperatorFixture.open(transfers);
});
afterAll(() => transfers.close());

function of(on: Api, { token, workspaceId, organizationId }: Tenant) {
  const who = { token, workspaceId };
  return {
    pay: (amount = "100.50", query = {}, key?: string) =>
      on.request("POST", "/billing/payments", { ...who, body: { amount }, query, ...(key !== undefined && { key }) }),
    get: async (id: string) => (await on.request("GET", `/billing/payments/${id}`, who)).body,
    list: (query = {}) => on.request("GET", "/billing/payments", { ...who, query }),
    balance: async () =>
      String(
        (await on.database.prisma.wallet.findUniqueOrThrow({ where: { organization_id: organizationId } })).balance,
      ),
    entries: async (kind = "top_up") =>
      (await on.database.prisma.ledgerEntry.findMany({ where: { organization_id: organizationId, kind } })).map(
        ({ amount, reference }) => [String(amount), reference],
      ),
  };
}

async function begun(amount = "100.50") {
  const tenant = await card.api.createTenant();
  const as = of(card.api, tenant);
  const { body } = await as.pay(amount);
  return { tenant, as, id: body.payment_id as string, reference: body.reference as string };
}

const completed = (reference: string, paid: Parameters<StripeDouble["pay"]>[1] = {}) =>
  stripe.webhook("checkout.session.completed", stripe.pay(reference, paid));

/** The worker looks at payments whose webhook has not come for a while. */
async function follow() {
  await card.api.database.prisma.payment.updateMany({ data: { check_at: new Date(0) } });
  await card.api.reconcile("follow-payments");
}

test("a transfer says whom to pay, and is credited when an operator says that it arrived", async () => {
  const tenant = await transfers.createTenant();
  const as = of(transfers, tenant);
  const { status, body } = await as.pay();
  expect(status).toBe(201);
  expect(body).toEqual({
    ...{ payment_id: expect.stringMatching(/^pay_/), state: "waiting", amount: "100.5", currency: "USD" },
    ...{ provider: "transfer", reference: expect.stringMatching(/^[0-9A-Z]{10}$/), url: null },
    ...{ pay_to: "Fulmar, IBAN DE00 1234", paid_amount: null, paid_currency: null, paid_at: null, unbooked: null },
    ...{
      refunded: "0",
      dispute_state: null,
      disputed: "0",
      requester_name: expect.any(String),
      created_at: expect.any(String),
    },
  });
  const { payment_id } = body;
  expect((await as.list()).body).toEqual([body]);
  const arrived = { payment_id, amount: "99.99", paid_on: "2026-11-01" };
  const { send, made } = operatorsOfTransfers;
  const found = await send.call(operatorsOfTransfers, "operatorPayment.list", { reference: body.reference });
  expect(found.body).toMatchObject([{ payment_id, organization_id: tenant.organizationId, organization_name: "Test" }]);
  const together = await Promise.all(
    Array.from({ length: 8 }, () => operatorsOfTransfers.send("operatorPayment.confirm", arrived)),
  );
  expect(together.map((each) => each.status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
  expect(await as.get(payment_id)).toMatchObject({
    ...{ state: "paid", paid_amount: "99.99", paid_at: "2026-11-01T00:00:00.000Z", pay_to: null, unbooked: null },
  });
  expect(await as.entries()).toEqual([["99.99", payment_id]]);
  expect(await as.balance()).toBe("1000099.99");
  expect(await made.call(operatorsOfTransfers, "operatorPayment.get", { payment_id })).toMatchObject({ refunds: [] });
});

test("a wrong confirmation changes nothing", async () => {
  const as = of(transfers, await transfers.createTenant());
  const { payment_id } = (await as.pay()).body;
  const confirm = (body: object) =>
    operatorsOfTransfers.send("operatorPayment.confirm", { payment_id, amount: "5", paid_on: "2026-11-01", ...body });
  for (const [field, wrong] of [
    ["amount", { amount: "1.005" }],
    ["amount", { amount: "0" }],
    ["paid_on", { paid_on: "2999-01-01" }],
  ] as const) {
    const refused = await confirm(wrong);
    expectError(refused, 400, "invalid_request");
    expect(refused.body.errors[0].field).toBe(field);
  }
  expectError(await confirm({ payment_id: "pay_00000000000000000000000000" }), 404, "not_found");
  expect(await as.entries()).toEqual([]);
  expectError(await as.pay("1.005"), 400, "invalid_request");
});

test("a transfer that was cancelled is credited when it arrives all the same", async () => {
  const as = of(transfers, await transfers.createTenant());
  const { payment_id } = (await as.pay()).body;
  const cancelled = { payment_id, reason: "Nothing came." };
  expect((await operatorsOfTransfers.send("operatorPayment.cancel", cancelled)).body.state).toBe("cancelled");
  expectError(await operatorsOfTransfers.send("operatorPayment.cancel", cancelled), 409, "conflict");
  const arrived = { payment_id, amount: "100.50", paid_on: "2026-11-01" };
  expect((await operatorsOfTransfers.send("operatorPayment.confirm", arrived)).body.state).toBe("paid");
  expect(await as.entries()).toEqual([["100.5", payment_id]]);
});

test("a payment at Stripe is begun once under its key, and its webhook credits it once", async () => {
  const tenant = await card.api.createTenant();
  const as = of(card.api, tenant);
  const before = stripe.sessions.size;
  const first = await as.pay("10", {}, "the-same-key");
  expect(await as.pay("10", {}, "the-same-key")).toMatchObject({ status: 201, body: first.body });
  expect(stripe.sessions.size).toBe(before + 1);
  const { payment_id, reference, url } = first.body;
  expect(url).toBe(`${stripe.url}/pay/${reference}`);
  expect(stripe.sessions.get(reference)).toMatchObject({
    amount_total: 1000,
    metadata: { fulmar_payment: payment_id },
  });
  const webhook = completed(reference);
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(webhook)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(204));
  expect((await post(webhook)).status).toBe(204);
  expect(await as.get(payment_id)).toMatchObject({ state: "paid", paid_amount: "10", url: null, unbooked: null });
  expect(await as.entries()).toEqual([["10", payment_id]]);
  const events = await card.api.database.prisma.auditEvent.findMany({
    where: { organization_id: tenant.organizationId, resource_id: payment_id },
  });
  expect(events.map(({ action }) => action).toSorted()).toEqual(["payment.create", "payment.paid"]);
});

test("a forged or stale webhook is 401, and changes nothing", async () => {
  const { as, id, reference } = await begun();
  const session = stripe.pay(reference);
  const type = "checkout.session.completed";
  const real = stripe.webhook(type, session);
  for (const forged of [
    stripe.webhook(type, session, { secret: "whsec_other" }),
    stripe.webhook(type, session, { at: Date.now() - 600_000 }),
    { ...real, headers: {} as Record<string, string> },
    { ...real, body: Buffer.from(real.body.toString().replace("10050", "99999")) },
  ])
    expectError(await post(forged), 401, "wrong_signature");
  expect((await post({ body: Buffer.alloc(300 * 1024), headers: real.headers })).status).toBe(400);
  expect((await as.get(id)).state).toBe("waiting");
  expect(await as.entries()).toEqual([]);
});

test("what came is credited: another amount as it is, another currency nowhere", async () => {
  const [less, other] = [await begun("50"), await begun("50")];
  await post(completed(less.reference, { amount_total: 4321 }));
  expect(await less.as.entries()).toEqual([["43.21", less.id]]);
  await post(completed(other.reference, { currency: "eur" }));
  expect(await other.as.get(other.id)).toMatchObject({
    ...{ state: "paid", paid_amount: "50", paid_currency: "EUR", unbooked: "other_currency" },
  });
  expect(await other.as.entries()).toEqual([]);
});

test("a payment that comes after its session has expired is credited", async () => {
  const { as, id, reference } = await begun();
  const expired = stripe.webhook("checkout.session.expired", stripe.expire(reference));
  await post(expired);
  expect((await as.get(id)).state).toBe("expired");
  await post(completed(reference));
  await post(expired);
  expect((await as.get(id)).state).toBe("paid");
  expect(await as.entries()).toEqual([["100.5", id]]);
});

test("a webhook that comes before the answer of the request is remembered", async () => {
  const { as, id, reference } = await begun();
  // As if the process had not written what it began.
  await card.api.database.prisma.payment.delete({ where: { payment_id: id } });
  await post(completed(reference));
  expect(await as.get(id)).toMatchObject({ state: "paid", amount: "100.5", requester_name: null });
  expect(await as.entries()).toEqual([["100.5", id]]);
});

test("events of other kinds, and payments of others at the same account, are taken and do nothing", async () => {
  const count = await card.api.database.prisma.payment.count();
  expect((await post(stripe.webhook("customer.created", { id: "cus_1", object: "customer" }))).status).toBe(204);
  const { reference } = await begun();
  const session = stripe.pay(reference);
  for (const metadata of [{}, { ...session.metadata, fulmar_organization: "org_other" }])
    expect((await post(stripe.webhook("checkout.session.completed", { ...session, metadata }))).status).toBe(204);
  expect(await card.api.database.prisma.payment.count()).toBe(count + 1);
});

test("a suspension by metering ends with the payment that covers it", async () => {
  const { as, tenant, reference } = await begun("50");
  const { organizationId: organization_id } = tenant;
  await card.api.database.prisma.ledgerEntry.create({
    data: { organization_id, kind: "adjustment", amount: "-1000040", entry_number: 0n, balance_after: 0 },
  });
  await card.api.database.prisma.wallet.update({
    where: { organization_id },
    data: { suspended_at: new Date(), suspended_by: "metering", suspended_reason: "Used up." },
  });
  await post(completed(reference));
  const wallet = await card.api.database.prisma.wallet.findUniqueOrThrow({ where: { organization_id } });
  expect([wallet.suspended_at, await as.balance()]).toEqual([null, "10"]);
});

test("the provider is down: 503, nothing is begun, and the same request works later", async () => {
  const as = of(card.api, await card.api.createTenant());
  stripe.down = true;
  expectError(await as.pay("10", {}, "again"), 503, "payments_unavailable");
  stripe.down = false;
  expect((await as.list()).body).toEqual([]);
  expect((await as.pay("10", {}, "again")).status).toBe(201);
});

test("an amount that the provider does not take is 400 and names it", async () => {
  const as = of(card.api, await card.api.createTenant());
  const refused = await as.pay("0.10");
  expectError(refused, 400, "invalid_request");
  expect(refused.body.errors).toEqual([
    { field: "amount", message: expect.stringContaining("must add up to at least $0.50 usd") },
  ]);
  expect((await as.list()).body).toEqual([]);
});

test("a plan asks no provider, and leaves nothing", async () => {
  const as = of(card.api, await card.api.createTenant());
  const before = stripe.sessions.size;
  stripe.down = true;
  const plan = await as.pay("10", { dry_run: "true" });
  expect(plan.status).toBe(200);
  expect(stripe.sessions.size).toBe(before);
  expect((await as.list()).body).toEqual([]);
});

test("a worker reads payments whose webhook is lost, and credits them once", async () => {
  const [paid, expired, open] = [await begun(), await begun(), await begun()];
  stripe.pay(paid.reference);
  stripe.expire(expired.reference);
  await Promise.all([follow(), follow()]);
  await post(completed(paid.reference));
  const states = await Promise.all([paid, expired, open].map(async ({ as, id }) => (await as.get(id)).state));
  expect(states).toEqual(["paid", "expired", "waiting"]);
  expect(await paid.as.entries()).toEqual([["100.5", paid.id]]);
});

test("a payment that waits at Stripe is not confirmed by hand", async () => {
  const { id } = await begun();
  const arrived = { payment_id: id, amount: "100.50", paid_on: "2026-11-01" };
  expectError(await card.operators.send("operatorPayment.confirm", arrived), 409, "conflict");
});

test("a top-up by hand with the payment's id as its reference is not credited again", async () => {
  const { as, id, tenant, reference } = await begun("50");
  const { organizationId: organization_id } = tenant;
  await card.operators.made("operatorOrganization.topUp", { organization_id, amount: "50", reference: id });
  await post(completed(reference));
  expect(await as.get(id)).toMatchObject({ state: "paid", unbooked: "credited_before" });
  expect(await as.entries()).toEqual([["50", id]]);
});

test("an owner gets a mail when a payment arrives", async () => {
  const { id, tenant, reference } = await begun("50");
  const { id: user_id, email } = await card.operators.person();
  await card.api.database.prisma.member.create({
    data: { organization_id: tenant.organizationId, user_id, role: "owner" },
  });
  await post(completed(reference));
  const mails = await card.api.database.prisma.mail.findMany({
    where: { recipient: email, letter: "payment_arrived" },
  });
  expect(mails).toMatchObject([
    { details: { amount: "50", currency: "USD", payment_id: id, workspace_id: tenant.workspaceId, unbooked: null } },
  ]);
});

test("Stripe without its secrets: nothing is begun, and its webhooks find nobody", async () => {
  const bare = await startApi({ FULMAR_PAYMENTS: "stripe", FULMAR_STRIPE_SECRET_KEY: stripe.secretKey });
  try {
    const { token, workspaceId } = bare.tenant;
    const asked = { token, workspaceId, body: { amount: "10" } };
    expectError(await bare.request("POST", "/billing/payments", asked), 503, "payments_unavailable");
    const { body: payload, headers } = stripe.webhook("customer.created", {});
    expectError(await bare.inject({ method: "POST", url: "/payments/v1/stripe", payload, headers }), 404, "not_found");
  } finally {
    await bare.close();
  }
});
