import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";
import { makeVm } from "../compute/compute-fixture.ts";
import { expectError } from "../expect-error.ts";
import { MONTH_MS, monthThatGoesOn } from "./month-that-goes-on.ts";

interface Use {
  readonly hour: string;
  readonly resource: string;
  readonly sku: string;
  readonly seconds?: number;
  readonly quantity?: number;
  readonly amount: string;
}

let api: Api;
let tenant: Tenant;
let records = 0;
beforeAll(async () => {
  api = await startApi();
  tenant = await api.createTenant();
  await used(tenant.workspaceId, [
    { hour: "2026-03-01T22:00:00Z", resource: "vm_a", sku: "vm.nano", amount: "0.007" },
    { hour: "2026-03-01T22:00:00Z", resource: "vm_b", sku: "vm.nano", seconds: 1800, amount: "0.0035" },
    { hour: "2026-03-01T22:00:00Z", resource: "vm_b", sku: "disk.root", quantity: 5, amount: "0.0006" },
    { hour: "2026-03-01T23:00:00Z", resource: "vm_a", sku: "vm.nano", seconds: 0.001, amount: "0" },
    { hour: "2026-03-02T00:00:00Z", resource: "vm_a", sku: "vm.nano", amount: "0.008" },
  ]);
  await used(tenant.otherWorkspaceId, [
    { hour: "2026-03-01T22:00:00Z", resource: "vm_c", sku: "vm.nano", amount: "9" },
  ]);
});
afterAll(() => api.close());

/** Writes usage records like the meter. */
async function used(workspaceId: string, uses: readonly Use[]) {
  for (const { hour, resource, sku, seconds = 3600, quantity = 1, amount } of uses) {
    const record = {
      workspace_id: BigInt(workspaceId),
      hour: new Date(hour),
      charge_id: ++records,
      resource_type: "cloud_vm",
      resource_id: resource,
    };
    await api.database.prisma.usageRecord.create({
      data: { ...record, sku_code: sku, seconds, quantity, unit_price: "0.007", amount },
    });
  }
}

const ask = (query: Record<string, string>, workspaceId = tenant.workspaceId) =>
  api.request("GET", "/billing/usage", { query, token: tenant.token, workspaceId });

const MARCH = { from: "2026-03-01T00:00:00Z", to: "2026-04-01T00:00:00Z" };
const nothing = { resource_type: null, resource_id: null, day: null, tag: null, currency: "USD" };

describe("GET /billing/usage", () => {
  test("200: sums by product", async () => {
    const answer = await ask(MARCH);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([
      { ...nothing, sku_code: "disk.root", quantity_hours: "5", amount: "0.0006" },
      { ...nothing, sku_code: "vm.nano", quantity_hours: "2.50000028", amount: "0.0185" },
    ]);
  });

  test("200: sums by resource and product", async () => {
    const { body } = await ask({ ...MARCH, group_by: "resource" });
    expect(body).toEqual([
      {
        ...nothing,
        resource_type: "cloud_vm",
        resource_id: "vm_a",
        sku_code: "vm.nano",
        quantity_hours: "2.00000028",
        amount: "0.015",
      },
      {
        ...nothing,
        resource_type: "cloud_vm",
        resource_id: "vm_b",
        sku_code: "disk.root",
        quantity_hours: "5",
        amount: "0.0006",
      },
      {
        ...nothing,
        resource_type: "cloud_vm",
        resource_id: "vm_b",
        sku_code: "vm.nano",
        quantity_hours: "0.5",
        amount: "0.0035",
      },
    ]);
  });

  test("200: of one resource, in each grouping", async () => {
    const total = async (group_by: string) => {
      const { body } = await ask({ ...MARCH, group_by, resource_id: "vm_b" });
      return body.map(({ sku_code, amount }: { sku_code: string; amount: string }) => [sku_code, amount]);
    };
    const own = [
      ["disk.root", "0.0006"],
      ["vm.nano", "0.0035"],
    ];
    for (const group_by of ["sku", "resource", "day", "tag"]) expect(await total(group_by), group_by).toEqual(own);
    expect((await ask({ ...MARCH, resource_id: "vm_none" })).body).toEqual([]);
  });

  test("200: sums by UTC day and product", async () => {
    const { body } = await ask({ ...MARCH, group_by: "day" });
    expect(body).toEqual([
      { ...nothing, day: "2026-03-01", sku_code: "disk.root", quantity_hours: "5", amount: "0.0006" },
      { ...nothing, day: "2026-03-01", sku_code: "vm.nano", quantity_hours: "1.50000028", amount: "0.0105" },
      { ...nothing, day: "2026-03-02", sku_code: "vm.nano", quantity_hours: "1", amount: "0.008" },
    ]);
  });

  test("200: sums by tag and product, of what has several tags for each of them, page by page", async () => {
    const hour = "2026-03-01T22:00:00Z";
    const web = await makeVm(api, { name: "web", tags: ["team|a b", "prod", "prod"] });
    const { body: vm } = await api.request("GET", `/compute/cloud-vms/${web}`);
    expect(vm.tags).toEqual(["team|a b", "prod"]);
    // As they were stored before.
    await api.database.pool.query("UPDATE vm SET tags = tags || tags WHERE vm_id = $1", [web]);
    const idle = await makeVm(api, { name: "idle" });
    await used(api.tenant.workspaceId, [
      { hour, resource: web, sku: "vm.nano", amount: "1" },
      { hour: "2026-03-01T23:00:00Z", resource: web, sku: "vm.nano", amount: "1" },
      { hour, resource: web, sku: "disk.root", amount: "0.5" },
      { hour, resource: idle, sku: "vm.nano", amount: "3" },
    ]);
    const lines: unknown[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query = { ...MARCH, group_by: "tag", limit: "2", ...(cursor !== "" && { cursor }) };
      const { body, headers } = await api.request("GET", "/billing/usage", { query });
      lines.push(...body.map(({ tag, sku_code, amount }: Record<string, unknown>) => [tag, sku_code, amount]));
      const next = /<(.*)>/.exec(headers.link ?? "")?.[1];
      cursor = next === undefined ? null : new URL(next).searchParams.get("cursor");
    }
    expect(lines).toEqual([
      ["prod", "disk.root", "0.5"],
      ["prod", "vm.nano", "2"],
      ["team|a b", "disk.root", "0.5"],
      ["team|a b", "vm.nano", "2"],
      [null, "vm.nano", "3"],
    ]);
  });

  test("200: from is inclusive and to is exclusive", async () => {
    const { body } = await ask({ from: "2026-03-01T23:00:00Z", to: "2026-03-02T00:00:00Z" });
    expect(body).toEqual([{ ...nothing, sku_code: "vm.nano", quantity_hours: "0.00000028", amount: "0" }]);
    expect((await ask({ from: "2026-03-02T00:00:00Z", to: "2026-03-02T00:00:00Z" })).body).toEqual([]);
  });

  test(
    "200: the default range is this month, and only the workspace's own usage counts",
    async () => {
      const begin = Date.parse(`${await monthThatGoesOn()}-01`);
      const own = await api.createTenant();
      const use = (at: number, amount: string) => ({ hour: new Date(at).toISOString(), resource: "vm_d", amount });
      await used(own.workspaceId, [
        { ...use(begin - 3_600_000, "0.003"), sku: "vm.nano" },
        { ...use(begin, "0.007"), sku: "vm.nano" },
      ]);
      const { body } = await api.request("GET", "/billing/usage", { token: own.token, workspaceId: own.workspaceId });
      expect(body).toMatchObject([{ sku_code: "vm.nano", amount: "0.007" }]);
    },
    MONTH_MS,
  );

  test("200: pages together equal the unpaged list, for every group_by", async () => {
    for (const group_by of ["sku", "resource", "day", "tag"]) {
      const whole = await ask({ ...MARCH, group_by });
      const first = await ask({ ...MARCH, group_by, limit: "1" });
      const cursor = new URL(/<(.*)>/.exec(first.headers.link ?? "")?.[1] ?? "").searchParams.get("cursor") ?? "";
      const rest = await ask({ ...MARCH, group_by, cursor });
      expect([...first.body, ...rest.body]).toEqual(whole.body);
    }
  });

  test.each([
    [{ from: "2026-03-01T00:30:00Z" }, "from"],
    [{ from: "2026-03-01" }, "from"],
    [{ to: "2026-03-01T00:00:00+00:30" }, "to"],
    [{ to: "2026-03-01T00:00:00.0000001Z" }, "to"],
    [{ from: "2026-04-01T00:00:00Z", to: "2026-03-01T00:00:00Z" }, "from"],
    [{ from: "2024-01-01T00:00:00Z", to: "2026-03-01T00:00:00Z" }, "from"],
    [{ group_by: "colour" }, "group_by"],
  ])("400 names the field: %j", async (query, field) => {
    const answer = await ask(query);
    expectError(answer, 400, "invalid_request");
    expect(answer.body.errors).toEqual([expect.objectContaining({ field })]);
  });
});
