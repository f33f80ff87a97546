import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { MONTH_MS, monthThatGoesOn } from "./month-that-goes-on.ts";

let api: Api;
let tenant: Tenant;
beforeAll(async () => {
  month = await monthThatGoesOn();
  api = await startApi();
  tenant = await api.createTenant();
}, MONTH_MS);
afterAll(() => api.close());

const send = (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: object, token = tenant.token) =>
  api.request(method, `/billing/${path}`, {
    token,
    workspaceId: tenant.workspaceId,
    ...(body !== undefined && { body }),
  });

/** The present one, until the tests have ended. */
let month: string;

test("201: a budget of the organization with the usual thresholds", async () => {
  const { status, body } = await send("POST", "budgets", { name: "all", amount: "500.50" });
  expect(status).toBe(201);
  expect(body).toEqual({
    ...{ budget_id: expect.stringMatching(/^bdg_/), name: "all", covers: "organization", workspace_id: null },
    ...{ amount: "500.5", currency: "USD", thresholds: [50, 80, 100], forecast_thresholds: [100], at_cap: "notify" },
    ...{ month: expect.any(String), spent: "0", expected: "0", reached: [], stop: [] },
    ...{ stopped: [], stopped_groups: [] },
    ...{ created_at: expect.any(String), updated_at: expect.any(String) },
  });
  expect((await send("GET", `budgets/${body.budget_id}`)).body).toEqual(body);
});

test("a budget of a workspace shows what that workspace has spent, and what is expected", async () => {
  const fresh = await api.createTenant();
  const { prisma } = api.database;
  const workspace_id = BigInt(fresh.workspaceId);
  await prisma.ledgerEntry.create({
    data: {
      ...{ organization_id: fresh.organizationId, entry_number: 0n, balance_after: "0", workspace_id, kind: "usage" },
      ...{ amount: "-1.25", reference: `${month}-01T00:00Z` },
    },
  });
  await prisma.charge.create({
    data: {
      ...{ workspace_id, resource_type: "nat_gateway", resource_id: "nat_x", sku_code: "nat.gateway", quantity: 1 },
      charged_from: new Date(Date.now() - 1000),
    },
  });
  const ask = (path: string) =>
    api.request("GET", `/billing/${path}`, { token: fresh.token, workspaceId: fresh.workspaceId });
  const { body } = await api.request("POST", "/billing/budgets", {
    ...{ token: fresh.token, workspaceId: fresh.workspaceId },
    body: { name: "main", amount: "10", covers: "workspace", thresholds: [90, 10], forecast_thresholds: [] },
  });
  expect(body).toMatchObject({ workspace_id: fresh.workspaceId, spent: "1.25", thresholds: [10, 90] });
  const forecast = (await ask("forecast")).body;
  expect(forecast).toMatchObject({ month, spent: "1.25", hourly_rate: "0.03", currency: "USD" });
  const left = (Date.parse(endOf(month)) - Date.now()) / 3_600_000;
  expect(Number(forecast.expected)).toBeGreaterThan(1.25);
  expect(Math.abs(Number(forecast.expected) - 1.25 - left * 0.03)).toBeLessThan(0.03);
});

/** The first moment after a month. */
function endOf(text: string): string {
  const [year = 0, number = 0] = text.split("-").map(Number);
  return new Date(Date.UTC(year, number)).toISOString();
}

test("200: a budget is changed and deleted, and the organization's audit trail has both", async () => {
  const { body } = await send("POST", "budgets", { name: "to change", amount: "5" });
  const path = `budgets/${body.budget_id}`;
  expect((await send("PATCH", path, { amount: "7.5", forecast_thresholds: [120, 90] })).body).toMatchObject({
    ...{ name: "to change", amount: "7.5", thresholds: [50, 80, 100], forecast_thresholds: [90, 120] },
  });
  expect((await send("DELETE", path)).body).toEqual({ status: "deleted", id: body.budget_id });
  expectError(await send("GET", path), 404, "not_found");
  const trail = await api.database.prisma.auditEvent.findMany({
    where: { resource_id: body.budget_id },
    orderBy: { at: "asc" },
  });
  expect(trail.map(({ action, workspace_id }) => [action, workspace_id])).toEqual([
    ["budget.create", null],
    ["budget.update", null],
    ["budget.delete", null],
  ]);
});

describe("refusals", () => {
  test.each([
    ["amount", { amount: "0" }],
    ["amount", { amount: "-5" }],
    ["amount", { amount: "1e3" }],
    ["thresholds", { thresholds: [50, 50] }],
    ["thresholds.0", { thresholds: [0] }],
    ["stop.0", { stop: [{}] }],
    ["stop.0.tags", { stop: [{ tags: [] }] }],
    ["stop.1.workspace_id", { stop: [{ tags: ["web"] }, { workspace_id: "main" }] }],
  ])("400: %s of %j", async (field, change) => {
    const response = await send("POST", "budgets", { name: "wrong", amount: "5", ...change });
    expectError(response, 400, "invalid_request");
    expect(response.body.errors[0].field).toBe(field);
  });

  test("409: a name that is taken", async () => {
    await send("POST", "budgets", { name: "twice", amount: "5" });
    expectError(await send("POST", "budgets", { name: "twice", amount: "6" }), 409, "name_taken");
  });

  test("409: one budget too many", async () => {
    const full = await api.createTenant();
    await api.database.pool.query(
      `INSERT INTO budget (organization_id, budget_id, name, amount, thresholds, forecast_thresholds)
       SELECT $1, 'bdg_' || $1 || n, 'b' || n, 1, '{}', '{}' FROM generate_series(1, 100) n`,
      [full.organizationId],
    );
    const one = await api.request("POST", "/billing/budgets", {
      ...{ token: full.token, workspaceId: full.workspaceId, body: { name: "more", amount: "5" } },
    });
    expectError(one, 409, "too_many_budgets");
  });

  test("403: without billing.write", async () => {
    const token = await api.createToken(tenant, { scopes: ["billing.read"] });
    expectError(await send("POST", "budgets", { name: "no", amount: "5" }, token), 403, "scope_missing");
  });
});

test.each(["refuse", "refuse_and_stop"])(
  "402 budget_reached: what 32 buy at once never costs more than a budget that may %s",
  async (at_cap) => {
    const one = await api.createTenant();
    const who = { token: one.token, workspaceId: one.workspaceId };
    const reserve = (query = "", workspaceId = one.workspaceId) =>
      api.request("POST", `/networking/reserved-ips${query}`, { ...who, workspaceId, body: { site_id: "site-ams-1" } });
    expect((await reserve()).status).toBe(201);
    const { hourly_rate, metered_until } = (await api.request("GET", "/billing/forecast", who)).body;
    const hours = (Date.parse(endOf(month)) - Date.parse(metered_until)) / 3_600_000;
    // Five of them fit until the month ends.
    const amount = (Number(hourly_rate) * hours * 5.5).toFixed(8);
    const created = await api.request("POST", "/billing/budgets", {
      ...who,
      body: { name: "firm", amount, covers: "workspace", at_cap },
    });
    expect(created.body).toMatchObject({ at_cap });
    const answers = await Promise.all(Array.from({ length: 32 }, () => reserve()));
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(4);
    for (const refused of answers.filter(({ status }) => status >= 300)) {
      expectError(refused, 402, "budget_reached");
      expect(refused.body.detail).toContain("The budget firm refuses this");
    }
    expectError(await reserve("?dry_run=true"), 402, "budget_reached");
    // Another workspace has no such budget.
    expect((await reserve("", one.otherWorkspaceId)).status).toBe(201);
    const path = `/billing/budgets/${created.body.budget_id}`;
    expect((await api.request("PATCH", path, { ...who, body: { at_cap: "notify" } })).body.at_cap).toBe("notify");
    expect((await reserve()).status).toBe(201);
  },
);

test("a token of specific workspaces has the budgets of these alone", async () => {
  const one = await api.createTenant();
  const here = { workspaceId: one.workspaceId };
  const make = (name: string, covers: string, workspaceId = one.workspaceId) =>
    api.request("POST", "/billing/budgets", { token: one.token, workspaceId, body: { name, amount: "5", covers } });
  const whole = (await make("whole", "organization")).body;
  await make("other", "workspace", one.otherWorkspaceId);
  await make("own", "workspace");
  const token = await api.createToken(one, { workspaceIds: [one.workspaceId] });
  const { body } = await api.request("GET", "/billing/budgets", { token, ...here });
  expect(body.map(({ name }: { name: string }) => name)).toEqual(["own"]);
  for (const method of ["GET", "PATCH", "DELETE"] as const)
    expectError(
      await api.request(method, `/billing/budgets/${whole.budget_id}`, {
        ...{ token, ...here, ...(method === "PATCH" && { body: { amount: "1" } }) },
      }),
      404,
      "not_found",
    );
  expectError(
    await api.request("POST", "/billing/budgets", { token, ...here, body: { name: "mine", amount: "5" } }),
    403,
    "workspace_policy",
  );
});

test("a plan says what stops, in which order, and which VMs stop with their group alone", async () => {
  const { token, workspaceId } = await api.createTenant();
  const ask = async (path: string, body: object, query: Record<string, string> = {}) => {
    const answer = await api.request("POST", path, { token, workspaceId, body, query });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const of = { plan_id: "plan-nano", template_id: "debian-13" };
  const { vm_group_id } = await ask("/compute/vm-groups", { name: "web", desired_count: 2, ...of });
  const { vm_id } = await ask("/compute/cloud-vms", { name: "single", ...of, tags: ["batch"] });
  const members = await api.request("GET", `/compute/vm-groups/${vm_group_id}/members`, { token, workspaceId });
  const [{ vm_id: member }] = members.body;
  const planned = async (stop: object[], at_cap = "refuse_and_stop") =>
    (
      await ask(
        "/billing/budgets",
        { name: "cap", amount: "5000", covers: "workspace", at_cap, stop },
        { dry_run: "true" },
      )
    ).warnings;
  expect(await planned([{ tags: ["batch"] }, { resource_ids: [vm_group_id] }])).toEqual([
    "When the amount is spent, it stops in this order: the VM single, the group web with 2 VMs.",
  ]);
  expect(await planned([])).toEqual([
    "When the amount is spent, it stops in this order: the group web with 2 VMs, the VM single.",
  ]);
  expect(await planned([{ resource_ids: [member, vm_id] }])).toEqual([
    "When the amount is spent, it stops in this order: the VM single.",
    `${member} is a VM of the group web and stops with it alone: name ${vm_group_id}.`,
  ]);
  expect(await planned([{ tags: ["none"] }])).toEqual([
    "It selects nothing that is there now, so nothing stops when the amount is spent.",
  ]);
  expect(await planned([], "refuse")).toEqual([]);
});
