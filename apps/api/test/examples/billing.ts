import type { Examples } from "./example.ts";
import type { ExampleFixture } from "./example-fixture.ts";
import { bucket } from "./object-storage.ts";

export const billingExamples = {
  "admission.list": [
    async (fixture) => {
      await bucket(fixture);
      return { query: { allowed: true } };
    },
  ],
  "billing.resourceEligibility": [() => ({ body: { sku_code: "vm-small" } })],
  "budget.get": [async (fixture) => ({ params: await budget(fixture) })],
  "budget.update": [async (fixture) => ({ params: await budget(fixture), body: { amount: "750.00" } })],
  "budget.delete": [async (fixture) => ({ params: await budget(fixture) })],
  "budget.create": [
    (fixture) => ({
      body: {
        ...{ name: fixture.name(), amount: "500.00", covers: "workspace", at_cap: "notify" },
        stop: [{ tags: ["batch"] }, { resource_ids: ["vm_00000000000000000000000001"] }],
      },
    }),
  ],
  "quotaRequest.list": [
    async (fixture) => {
      await quotaRequest(fixture);
      return {};
    },
  ],
  "quotaRequest.create": [
    async (fixture) => {
      await withdrawAll(fixture);
      return { body: { resource: "load_balancers", wanted: 40, reason: `The launch of ${fixture.name()}.` } };
    },
  ],
  "quotaRequest.get": [async (fixture) => ({ params: await quotaRequest(fixture) })],
  "quotaRequest.withdraw": [async (fixture) => ({ params: await quotaRequest(fixture) })],
  "payment.list": [
    async (fixture) => {
      await payment(fixture);
      return {};
    },
  ],
  "payment.create": [(fixture) => ({ body: { amount: `${fixture.number()}.50` } })],
  "payment.get": [async (fixture) => ({ params: await payment(fixture) })],
  "invoice.list": [
    async (fixture) => {
      await issued(fixture);
      return {};
    },
  ],
  "invoice.get": [async (fixture) => ({ params: await issued(fixture) })],
  "invoice.file": [async (fixture) => ({ params: await issued(fixture), query: { format: "csv" } })],
  "usage.list": [
    async (fixture) => {
      await metered(fixture);
      return { query: { from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z", group_by: "resource" } };
    },
  ],
} satisfies Partial<Examples>;

async function budget(fixture: ExampleFixture): Promise<{ readonly budget_id: string }> {
  const { budget_id } = await fixture.make("budget.create", { body: { name: fixture.name(), amount: "500.00" } });
  return { budget_id };
}

/** There is one open request for a quota. */
async function withdrawAll(fixture: ExampleFixture): Promise<void> {
  await fixture.api.database.prisma.quotaRequest.updateMany({
    where: { workspace_id: BigInt(fixture.workspaceId), status: "open" },
    data: { status: "withdrawn", decided_at: new Date() },
  });
}

async function quotaRequest(fixture: ExampleFixture): Promise<{ readonly quota_request_id: string }> {
  await withdrawAll(fixture);
  const body = { resource: "cpus", wanted: 400, reason: "The launch in May." } as const;
  const { quota_request_id } = await fixture.make("quotaRequest.create", { body });
  return { quota_request_id };
}

async function payment(fixture: ExampleFixture): Promise<{ readonly payment_id: string }> {
  const { payment_id } = await fixture.make("payment.create", { body: { amount: "100.50" } });
  return { payment_id };
}

/** Writes an hour of a VM's usage as the meter does. These tests run no worker. */
async function metered(fixture: ExampleFixture): Promise<void> {
  const price = { unit_price: "0.007", amount: "0.007" };
  const used = {
    resource_type: "cloud_vm",
    resource_id: fixture.name(),
    sku_code: "vm.nano",
    seconds: 3600,
    quantity: 1,
  };
  const record = {
    workspace_id: BigInt(fixture.workspaceId),
    hour: new Date("2026-11-01T10:00:00Z"),
    charge_id: fixture.number(),
  };
  await fixture.api.database.prisma.usageRecord.create({ data: { ...record, ...used, ...price } });
}

/** Writes an invoice as the worker does, of a month that has none. */
async function issued(fixture: ExampleFixture): Promise<{ readonly invoice_id: string }> {
  const { organizationId } = fixture.tenant;
  const number = fixture.number();
  const of = { organization_id: organizationId, invoice_id: `ivc_${String(number).padStart(26, "0")}` };
  const month = `${2000 + Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, "0")}`;
  const { prisma } = fixture.api.database;
  await prisma.invoice.create({
    data: { ...of, number: `EXAMPLE-${number}`, month, organization_name: "Engines", currency: "USD", total: "0.07" },
  });
  await prisma.invoiceLine.create({
    data: {
      ...{ ...of, position: 1, workspace_id: BigInt(fixture.workspaceId), workspace_name: "Main", sku_code: "vm.nano" },
      ...{ name: "Nano", unit: "instance hour", quantity: "10", unit_price: "0.007", amount: "0.07" },
    },
  });
  return { invoice_id: of.invoice_id };
}
