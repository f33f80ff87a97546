// Payments and invoices.

import type { OperatorExamples } from "../operator-fixture.ts";
import { inDays, type OperatorFixture } from "../operator-fixture.ts";

export const paymentExamples = {
  "operatorPayment.list": () => ({ state: "waiting", limit: 5 }),
  "operatorPayment.get": async (fixture) => ({ payment_id: await madePayment(fixture) }),
  "operatorPayment.confirm": async (fixture) => ({
    ...{ payment_id: await madePayment(fixture), amount: "99.5", paid_on: inDays(-1).slice(0, 10) },
  }),
  "operatorPayment.cancel": async (fixture) => ({
    payment_id: await madePayment(fixture),
    reason: "Nothing has arrived for a month.",
  }),
  "operatorPayment.refund": async (fixture) => ({ ...(await paid(fixture)), amount: "20", reason: "Ticket 4711" }),
  "operatorInvoice.list": () => ({ state: "open", limit: 5 }),
  "operatorInvoice.get": async (fixture) => ({ invoice_id: await madeInvoice(fixture) }),
  "operatorInvoice.postpone": async (fixture) => ({
    ...{ invoice_id: await madeInvoice(fixture), due_at: "2099-01-01T00:00:00Z", reason: "Ticket 4711" },
  }),
} satisfies OperatorExamples;

/** An invoice of 30, of which 20 is owed. */
async function madeInvoice(fixture: OperatorFixture): Promise<string> {
  const { database } = fixture.api;
  const organization_id = await fixture.organization();
  const invoice_id = organization_id.replace("org_", "ivc_");
  await database.prisma.wallet.upsert({
    ...{ where: { organization_id }, update: {}, create: { organization_id, balance: "0", currency: "USD" } },
  });
  await database.prisma.invoice.create({
    data: {
      ...{ organization_id, invoice_id, number: invoice_id, month: "2026-01", organization_name: "Engines" },
      ...{ currency: "USD", total: "30", owed: "20", ledger_seen: 1000n, due_at: new Date("2098-01-01T00:00:00Z") },
    },
  });
  return invoice_id;
}

/** A tenant's transfer that has not arrived. */
async function madePayment({ api }: OperatorFixture): Promise<string> {
  const { token, workspaceId } = await api.createTenant();
  const body = { amount: "100.50" };
  return (await api.request("POST", "/billing/payments", { token, workspaceId, body })).body.payment_id;
}

async function paid(fixture: OperatorFixture): Promise<{ readonly payment_id: string }> {
  const payment_id = await madePayment(fixture);
  await fixture.made("operatorPayment.confirm", { payment_id, amount: "100", paid_on: inDays(-1).slice(0, 10) });
  return { payment_id };
}
