// Invoices as operators see and postpone them.
import type { OperatorInvoice } from "@fulmar/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let operators: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  operators = await OperatorFixture.open(api);
});
afterAll(() => api.close());

async function invoice(month: string, organization_id: string, owed: string, due_at: string) {
  // Identifiers begin with a digit.
  const invoice_id = `ivc_0${organization_id.slice(-18)}${month.replace("-", "0")}`;
  await api.database.prisma.invoice.create({
    data: {
      ...{ organization_id, invoice_id, number: `N-${month}`, month, organization_name: "Engines", currency: "USD" },
      ...{ total: "30", owed, ledger_seen: 1000n, due_at: new Date(due_at) },
    },
  });
  return invoice_id;
}

test("operators list invoices by state and organization, and postpone what is not paid, with a reason", async () => {
  const { organizationId } = await api.createTenant();
  const paid = await invoice("2026-01", organizationId, "0", "2026-02-15T00:00:00Z");
  const overdue = await invoice("2026-02", organizationId, "20", "2026-03-15T00:00:00Z");
  const open = await invoice("2026-03", organizationId, "10.5", "2098-04-15T00:00:00Z");
  const listed = async (filter: object) =>
    (await operators.send("operatorInvoice.list", { organization: organizationId, ...filter })).body.map(
      ({ invoice_id }: { invoice_id: string }) => invoice_id,
    );
  expect(await listed({})).toEqual([open, overdue, paid]);
  for (const [state, one] of Object.entries({ paid, open, overdue })) expect(await listed({ state })).toEqual([one]);

  const postpone = (invoice_id: string, due_at: string) =>
    operators.send("operatorInvoice.postpone", { invoice_id, due_at, reason: "Ticket 4711" });
  expectError(await postpone(paid, "2098-01-01T00:00:00Z"), 409, "conflict");
  for (const [one, day] of [
    [overdue, "2026-03-16T00:00:00Z"],
    [open, "2098-04-15T00:00:00Z"],
  ] as const) {
    const refused = await postpone(one, day);
    expectError(refused, 400, "invalid_request");
    expect(refused.body.errors[0].field).toBe("due_at");
  }
  expect((await postpone(overdue, "2098-01-01T00:00:00Z")).body).toMatchObject({
    ...{ state: "open", due_at: "2098-01-01T00:00:00.000Z", postponed_reason: "Ticket 4711", outstanding: "20" },
  });
  expect(await listed({ state: "overdue" })).toEqual([]);
  const trail = await api.database.prisma.auditEvent.findMany({
    where: { organization_id: organizationId, action: "invoice.postpone" },
  });
  expect(trail.map(({ actor_type, resource_id, detail }) => [actor_type, resource_id, detail])).toEqual([
    ["operator", overdue, "Ticket 4711"],
  ]);
});

test("lifting a suspension by dunning postpones what is overdue, to a day or by the days of an invoice", async () => {
  await operators.made("operatorSettings.update", { reminder_days: [3, 10], dunning_suspension_days: 20 });
  const { organizationId: organization_id } = await api.createTenant();
  const overdue = await invoice("2026-01", organization_id, "20", "2026-02-15T00:00:00Z");
  const suspend = () =>
    api.database.pool.query(
      `UPDATE wallet SET suspended_at = now(), suspended_by = 'dunning', suspended_reason = 'Unpaid.'
        WHERE organization_id = $1`,
      [organization_id],
    );
  const resume = (body: object) => operators.send("operatorOrganization.resume", { organization_id, ...body });
  const seen = async () => (await operators.made("operatorInvoice.get", { invoice_id: overdue })) as OperatorInvoice;
  await suspend();
  for (const [field, body] of [
    ["due_at", { due_at: "2026-03-01T00:00:00Z" }],
    ["due_at", { due_at: "soon" }],
    ["reason", { reason: " " }],
  ] as const) {
    const refused = await resume(body);
    expectError(refused, 400, "invalid_request");
    expect(refused.body.errors[0].field).toBe(field);
  }
  expect(await seen()).toMatchObject({ state: "overdue", postponed_reason: null });
  expect((await resume({ due_at: "2098-01-01T00:00:00Z", reason: "Ticket 4711" })).body.suspension).toBeNull();
  expect(await seen()).toMatchObject({ due_at: "2098-01-01T00:00:00.000Z", postponed_reason: "Ticket 4711" });
  expectError(await resume({}), 409, "not_suspended");

  await api.database.pool.query("UPDATE invoice_postponement SET due_at = '2026-02-15'");
  await suspend();
  const token = operators.tokens["operator.write"];
  const path = `/operator/organizations/${organization_id}/resume`;
  expect((await api.request("POST", path, { token, workspaceId: null })).status).toBe(200);
  const days = (Date.parse(String((await seen()).due_at)) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(13);
  expect(days).toBeLessThan(14);
  await api.reconcile("dun-invoices");
  const wallet = await api.database.prisma.wallet.findUniqueOrThrow({ where: { organization_id } });
  expect(wallet.suspended_by).toBeNull();
});

test("the steps of dunning ascend", async () => {
  const fieldOf = async (change: Readonly<Record<string, unknown>>) => {
    const refused = await operators.send("operatorSettings.update", change);
    expectError(refused, 400, "invalid_request");
    return refused.body.errors[0].field;
  };
  expect(await fieldOf({ reminder_days: [3, 3] })).toBe("reminder_days");
  expect(await fieldOf({ dunning_suspension_days: 10 })).toBe("dunning_suspension_days");
  expect(
    await operators.made("operatorSettings.update", { reminder_days: [1, 5], dunning_suspension_days: 6 }),
  ).toMatchObject({ invoice_due_days: 14, reminder_days: [1, 5], dunning_suspension_days: 6 });
});
