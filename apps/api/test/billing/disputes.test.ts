// Payments that a payer's bank takes back, at a double of Stripe (docs/adr/0129).
import type { StripeDouble } from "@fulmar/testkit";
import { describe, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { stripeFixture } from "./stripe-fixture.ts";

const card = stripeFixture();
const { stripe, post } = card;
type Webhook = ReturnType<StripeDouble["webhook"]>;

/** A payment of 100, of an organization that has 1000000 besides. Its webhook comes unless it is lost. */
async function paid({ lost = false, amount_total = 10_000, currency = "usd" } = {}) {
  const { token, workspaceId, organizationId: organization_id } = await card.api.createTenant();
  const who = { token, workspaceId };
  const { body } = await card.api.request("POST", "/billing/payments", { ...who, body: { amount: "100" } });
  const { payment_id, reference } = body;
  const session = stripe.pay(reference, { amount_total, currency });
  if (!lost) await post(stripe.webhook("checkout.session.completed", session));
  const { prisma } = card.api.database;
  return {
    ...{ payment_id, organization_id, capture: `pi_${reference}` },
    refund: (amount: string) =>
      card.operators.send("operatorPayment.refund", { payment_id, amount, reason: "Ticket 4711", allow_debt: true }),
    get: async () => (await card.operators.send("operatorPayment.get", { payment_id })).body,
    shown: async () => (await card.api.request("GET", `/billing/payments/${payment_id}`, who)).body,
    balance: async () => String((await prisma.wallet.findUniqueOrThrow({ where: { organization_id } })).balance),
    entries: async () =>
      (
        await prisma.ledgerEntry.findMany({
          where: { organization_id, reference: { startsWith: "dsp_" } },
          orderBy: { entry_number: "asc" },
        })
      ).map(({ kind, amount }) => [kind, String(amount)]),
    actions: async () => {
      const where = { organization_id, action: { startsWith: "payment.disp" } };
      const ofOrganization = await prisma.auditEvent.findMany({ where, orderBy: { audit_event_id: "asc" } });
      const ofOperators = await prisma.operatorEvent.findMany({ where, orderBy: { event_id: "asc" } });
      return {
        organization: ofOrganization.map(({ action, detail }) => [action, detail]),
        operators: ofOperators.map(({ action }) => action),
      };
    },
  };
}

const SECOND = 1_000;
const begun = Date.now();

/** The webhooks of a dispute from its beginning to its end, in the order in which they happen. */
function story(capture: string, end: "won" | "lost", more: Parameters<StripeDouble["dispute"]>[1] = {}): Webhook[] {
  let happened = begun;
  const told = (type: string, dispute: object) => {
    happened += SECOND;
    return stripe.webhook(`charge.dispute.${type}`, dispute, { happened });
  };
  const { id, ...opened } = stripe.dispute(capture, more);
  const created = told("created", { id, ...opened });
  const withdrawn = told("funds_withdrawn", stripe.changeDispute(id, {}, "withdrawn"));
  const closed = told("closed", stripe.changeDispute(id, { status: end }));
  if (end === "lost") return [created, withdrawn, closed];
  return [created, withdrawn, closed, told("funds_reinstated", stripe.changeDispute(id, {}, "reinstated"))];
}

/** All orders of a list. */
function ordersOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => ordersOf(items.filter((_, other) => other !== at)).map((rest) => [item, ...rest]));
}

/** The worker asks for what nobody has told. */
async function follow() {
  await card.api.database.prisma.paymentDispute.updateMany({ data: { check_at: new Date(0) } });
  await card.api.database.prisma.disputeSearch.updateMany({ data: { due_at: new Date(0) } });
  await card.api.reconcile("follow-disputes");
}

test("money that the bank takes leaves the wallet once, and returns once when the dispute is won", async () => {
  const payment = await paid();
  const [created, withdrawn, closed, reinstated] = story(payment.capture, "won") as [
    Webhook,
    Webhook,
    Webhook,
    Webhook,
  ];
  expect((await post(created)).status).toBe(204);
  expect(await payment.balance()).toBe("1000100");
  expect(await payment.shown()).toMatchObject({ state: "paid", dispute_state: "open", disputed: "0" });
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(withdrawn)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(204));
  expect(await payment.balance()).toBe("1000000");
  expect(await payment.shown()).toMatchObject({ dispute_state: "open", disputed: "100" });
  expect((await payment.get()).disputes).toEqual([
    {
      ...{ dispute_id: expect.stringMatching(/^dsp_/), state: "open", reason: "fraudulent", amount: "100" },
      ...{
        currency: "USD",
        evidence_due_at: "2027-05-01T00:00:00.000Z",
        taken: "100",
        given_back: "0",
        unbooked: null,
      },
      ...{ reference: expect.stringMatching(/^dp_/), created_at: expect.any(String) },
      url: `https://dashboard.stripe.com/test/payments/${payment.capture}`,
    },
  ]);
  await post(closed);
  await Promise.all([post(closed), post(reinstated), post(reinstated), post(withdrawn)]);
  expect(await payment.balance()).toBe("1000100");
  expect(await payment.entries()).toEqual([
    ["adjustment", "-100"],
    ["adjustment", "100"],
  ]);
  expect(await payment.shown()).toMatchObject({ dispute_state: "won", disputed: "0" });
  const told = ["payment.disputed", "payment.dispute_withdrawn", "payment.dispute_reinstated", "payment.dispute_won"];
  expect(await payment.actions()).toEqual({
    organization: [
      ["payment.disputed", "100 USD: fraudulent"],
      ["payment.dispute_withdrawn", "100 USD"],
      ["payment.dispute_reinstated", "100 USD"],
      ["payment.dispute_won", "100 USD: fraudulent"],
    ],
    operators: told,
  });
});

describe.each(["won", "lost"] as const)("a dispute that is %s", (end) => {
  test.each(ordersOf(end === "won" ? [0, 1, 2, 3] : [0, 1, 2]).map((order) => [order.join(), order] as const))(
    "ends the same when its webhooks come in the order %s",
    async (_name, order) => {
      const payment = await paid();
      const webhooks = story(payment.capture, end);
      for (const at of order) {
        const each = webhooks[at];
        if (each !== undefined) await post(each);
      }
      const left = end === "won" ? "0" : "100";
      expect(await payment.shown()).toMatchObject({ dispute_state: end, disputed: left });
      expect(await payment.balance()).toBe(end === "won" ? "1000100" : "1000000");
      const entries = await payment.entries();
      expect([
        [],
        [["adjustment", "-100"]],
        [
          ["adjustment", "-100"],
          ["adjustment", "100"],
        ],
      ]).toContainEqual(entries);
    },
  );
});

test("a forged webhook, an old one and one of somebody else's payment do nothing", async () => {
  const payment = await paid();
  const dispute = stripe.changeDispute(stripe.dispute(payment.capture).id, {}, "withdrawn");
  const type = "charge.dispute.funds_withdrawn";
  expectError(await post(stripe.webhook(type, dispute, { secret: "whsec_other" })), 401, "wrong_signature");
  expectError(await post(stripe.webhook(type, dispute, { at: Date.now() - 600_000 })), 401, "wrong_signature");
  stripe.disputes.delete(dispute.id);
  const foreign = { ...dispute, id: "dp_foreign", payment_intent: "pi_of_somebody_else" };
  expect((await post(stripe.webhook(type, foreign))).status).toBe(204);
  expect((await post(stripe.webhook(type, { ...foreign, payment_intent: null }))).status).toBe(204);
  expect(await payment.balance()).toBe("1000100");
  expect(await payment.get()).toMatchObject({ dispute_state: null, disputes: [] });
});

test("a dispute in another currency, and one of money that is in no wallet, move nothing and are shown", async () => {
  const payment = await paid();
  for (const each of story(payment.capture, "lost", { currency: "eur", amount: 9_000 })) await post(each);
  expect(await payment.get()).toMatchObject({
    ...{ dispute_state: "lost", disputed: "0" },
    disputes: [{ amount: "90", currency: "EUR", unbooked: "other_currency", taken: "0" }],
  });
  expect(await payment.balance()).toBe("1000100");
  const inEuro = await paid({ currency: "eur" });
  for (const each of story(inEuro.capture, "lost")) await post(each);
  expect(await inEuro.get()).toMatchObject({ disputes: [{ unbooked: "not_in_wallet", taken: "0" }] });
  expect(await inEuro.balance()).toBe("1000000");
});

test("a dispute of more than the payment, and several of one payment, take no more than the payment brought", async () => {
  const payment = await paid();
  for (const each of story(payment.capture, "lost", { amount: 12_345 })) await post(each);
  expect(await payment.get()).toMatchObject({ disputed: "100", disputes: [{ amount: "123.45", taken: "100" }] });
  expect(await payment.balance()).toBe("1000000");
  for (const each of story(payment.capture, "lost", { amount: 500 })) await post(each);
  expect(await payment.get()).toMatchObject({ disputed: "100", disputes: [{ taken: "0" }, { taken: "100" }] });
  expect(await payment.balance()).toBe("1000000");
});

test("a bank takes all of a payment of which a part is refunded: the wallet has paid that part twice until it is won", async () => {
  const payment = await paid();
  expect((await payment.refund("40")).status).toBe(201);
  await card.api.reconcile("refund-payments");
  const [created, withdrawn, closed] = story(payment.capture, "won") as [Webhook, Webhook, Webhook];
  await post(created);
  await post(withdrawn);
  expect(await payment.balance()).toBe("999960");
  await post(closed);
  expect(await payment.balance()).toBe("1000060");
  const again = await payment.refund("60.01");
  expectError(again, 409, "conflict");
  expect(again.body.detail).toContain("Only 60 USD is left");
});

test("the balance falls below zero, and a wallet that a dispute has emptied is refilled when it is won", async () => {
  const payment = await paid();
  const { organization_id } = payment;
  await card.api.database.prisma.ledgerEntry.create({
    data: { organization_id, kind: "adjustment", amount: -1_000_070, entry_number: 0n, balance_after: 0 },
  });
  const [created, withdrawn, closed] = story(payment.capture, "won") as [Webhook, Webhook, Webhook];
  await post(withdrawn);
  expect(await payment.balance()).toBe("-70");
  await card.api.database.prisma.wallet.update({
    where: { organization_id },
    data: { suspended_at: new Date(), suspended_by: "metering", suspended_reason: "The funds are used up." },
  });
  await post(created);
  await post(closed);
  expect(await payment.balance()).toBe("30");
  expect(await card.api.database.prisma.wallet.findUniqueOrThrow({ where: { organization_id } })).toMatchObject({
    suspended_at: null,
  });
});

test("a disputed payment is not refunded, and what a lost dispute took is not refunded again", async () => {
  const payment = await paid();
  const [created, withdrawn, closed] = story(payment.capture, "lost", { amount: 7_000 }) as [Webhook, Webhook, Webhook];
  await post(created);
  const refused = await payment.refund("10");
  expectError(refused, 409, "conflict");
  expect(refused.body.detail).toBe(
    "The payer's bank disputes the payment, and may pay it back itself; refund it when the dispute has ended.",
  );
  expect(await payment.get()).toMatchObject({ refunded: "0", refunds: [] });
  await post(withdrawn);
  await post(closed);
  expectError(await payment.refund("30.01"), 409, "conflict");
  expect((await payment.refund("30")).status).toBe(201);
});

test("an inquiry takes nothing, may be refunded, and may become a dispute", async () => {
  const payment = await paid();
  const { id } = stripe.dispute(payment.capture, { status: "warning_needs_response" });
  const tell = (type: string, seconds: number, change: object, moved?: "withdrawn") =>
    post(
      stripe.webhook(`charge.dispute.${type}`, stripe.changeDispute(id, change, moved), {
        happened: begun + seconds * SECOND,
      }),
    );
  await tell("created", 1, {});
  expect(await payment.shown()).toMatchObject({ dispute_state: "inquiry", disputed: "0" });
  await tell("closed", 2, { status: "warning_closed" });
  expect(await payment.shown()).toMatchObject({ dispute_state: "closed", disputed: "0" });
  await tell("updated", 3, { status: "needs_response" }, "withdrawn");
  expect(await payment.shown()).toMatchObject({ dispute_state: "open", disputed: "100" });
  // What was told before it comes late.
  await tell("closed", 2, { status: "warning_closed" });
  expect(await payment.shown()).toMatchObject({ dispute_state: "open", disputed: "100" });
  const asked = await paid();
  await post(
    stripe.webhook("charge.dispute.created", stripe.dispute(asked.capture, { status: "warning_needs_response" })),
  );
  expect((await asked.refund("100")).status).toBe(201);
});

test("the worker asks for the end of a dispute, and for disputes that no webhook has told of", async () => {
  const [known, unknown] = [await paid(), await paid()];
  await post(stripe.webhook("charge.dispute.created", stripe.dispute(known.capture)));
  const { reference } = (await known.get()).disputes[0];
  stripe.changeDispute(stripe.dispute(unknown.capture).id, {}, "withdrawn");
  stripe.changeDispute(reference, {}, "withdrawn");
  stripe.down = true;
  await expect(follow()).rejects.toThrow("could not be followed");
  stripe.down = false;
  await follow();
  await Promise.all([follow(), follow()]);
  expect(await known.shown()).toMatchObject({ dispute_state: "open", disputed: "100" });
  expect(await unknown.shown()).toMatchObject({ dispute_state: "open", disputed: "100" });
  stripe.changeDispute(reference, { status: "won" });
  await follow();
  await follow();
  expect(await known.shown()).toMatchObject({ dispute_state: "won", disputed: "0" });
  expect(await known.entries()).toHaveLength(2);
  expect(await unknown.entries()).toEqual([["adjustment", "-100"]]);
});

test("a payment whose webhook was lost is credited before its dispute takes it", async () => {
  const payment = await paid({ lost: true });
  const webhooks = story(payment.capture, "lost");
  stripe.down = true;
  expectError(await post(webhooks[0] as Webhook), 503, "payments_unavailable");
  stripe.down = false;
  for (const each of webhooks) await post(each);
  expect(await payment.shown()).toMatchObject({ state: "paid", paid_amount: "100", dispute_state: "lost" });
  expect(await payment.balance()).toBe("1000000");
});

test("owners and billing members get a mail of each state, and others none", async () => {
  const payment = await paid();
  const { organization_id } = payment;
  const [owner, viewer] = [await card.operators.person(), await card.operators.person()];
  for (const [{ id: user_id }, role] of [
    [owner, "owner"],
    [viewer, "viewer"],
  ] as const)
    await card.api.database.prisma.member.create({ data: { organization_id, user_id, role } });
  for (const each of story(payment.capture, "won")) {
    await post(each);
    await post(each);
  }
  const mails = await card.api.database.prisma.mail.findMany({
    where: { recipient: { in: [owner.email, viewer.email] }, letter: "payment_disputed" },
    orderBy: { created_at: "asc" },
  });
  const details = { organization_name: "Test", amount: "100", currency: "USD", reason: "fraudulent", booked: true };
  expect(mails).toMatchObject(
    ["open", "won"].map((state) => ({ recipient: owner.email, details: { ...details, state } })),
  );
});

test("operators list the payments that are disputed, and the overview counts them", async () => {
  const payment = await paid();
  const count = async () => Number((await card.operators.made("operatorOverview.get", {})).disputed_payments);
  const before = await count();
  await post(story(payment.capture, "lost")[0] as Webhook);
  const listed = await card.operators.send("operatorPayment.list", { dispute_state: "open", limit: 100 });
  expect(listed.body.map(({ payment_id }: { payment_id: string }) => payment_id)).toContain(payment.payment_id);
  expect(await count()).toBe(before + 1);
  expect(listed.body.every((each: { dispute_state: string }) => each.dispute_state === "open")).toBe(true);
  const { organization_id } = payment;
  const won = await card.operators.send("operatorPayment.list", { dispute_state: "won", organization_id });
  expect(won.body).toEqual([]);
});
