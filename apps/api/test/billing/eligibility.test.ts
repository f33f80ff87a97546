import { setWallet, suspendWallet } from "@fulmar/core/operator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { nanoVm, walletFixture } from "./wallet-fixture.ts";

const PRICE = "0.007";
const DAY = "0.168";
const sku_code = "vm.nano";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const { tenantWith, createVm, askEligibility } = walletFixture(() => api);

describe("POST /billing/resource-eligibility", () => {
  test("200: the whole record, without the balance", async () => {
    const answer = await askEligibility(api.tenant, { sku_code });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      allowed: true,
      sku_code,
      reason: "ok",
      hourly_price: PRICE,
      currency: "USD",
      decided_at: expect.any(String),
    });
    expect(answer.body.decided_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test("200: an unknown SKU is denied with unknown_sku and has no price", async () => {
    const answer = await askEligibility(api.tenant, { sku_code: "vm.unheard-of" });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      allowed: false,
      sku_code: "vm.unheard-of",
      reason: "unknown_sku",
      hourly_price: null,
      currency: null,
    });
  });

  test.each([
    ["one day exactly", DAY, "0", true],
    ["a hundred-millionth too little", "0.16799999", "0", false],
    ["credit alone", "0", DAY, true],
    ["a debt within the credit limit", "-5", "10", true],
    ["a debt beyond it", "-5", "5", false],
    ["nothing", "0", "0", false],
  ])("decides by funds: %s", async (_, balance, creditLimit, allowed) => {
    const answer = await askEligibility(await tenantWith(balance, creditLimit), { sku_code });
    expect(answer.body).toMatchObject({ allowed, reason: allowed ? "ok" : "insufficient_funds", hourly_price: PRICE });
  });

  test("denies a suspended organization that has enough funds", async () => {
    const tenant = await tenantWith("1000");
    await suspendWallet(api.database, { organizationId: tenant.organizationId, reason: "unpaid" });
    expect((await askEligibility(tenant, { sku_code })).body).toMatchObject({
      allowed: false,
      reason: "account_suspended",
    });
    expect((await createVm(tenant, "suspended")).body).toMatchObject({ code: "account_suspended" });
  });

  test("decides again under a repeated idempotency key and stores neither key nor audit event", async () => {
    const tenant = await tenantWith("0");
    expect((await askEligibility(tenant, { sku_code }, { key: "preflight" })).body.allowed).toBe(false);
    await setWallet(api.database, { organizationId: tenant.organizationId, balance: "1", creditLimit: "0" });
    const second = await askEligibility(tenant, { sku_code }, { key: "preflight" });
    expect(second.body.allowed).toBe(true);
    expect(second.headers["idempotency-replayed"]).toBeUndefined();
    const workspace_id = BigInt(tenant.workspaceId);
    expect(await api.database.prisma.idempotencyKey.count({ where: { workspace_id } })).toBe(0);
    expect(await api.database.prisma.auditEvent.count({ where: { workspace_id } })).toBe(0);
  });

  test.each([
    [{}, "sku_code"],
    [{ sku_code: "" }, "sku_code"],
    [{ sku_code: 7 }, "sku_code"],
    [{ sku_code, quantity: 2 }, "quantity"],
  ])("400 names the field: %j", async (body, field) => {
    const answer = await askEligibility(api.tenant, body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([expect.objectContaining({ field })]);
  });

  test("403 without billing.read, though a billable create needs only its own scope", async () => {
    const token = await api.createToken(api.tenant, { scopes: ["vm.write"] });
    const asked = await api.request("POST", "/billing/resource-eligibility", { body: { sku_code }, token });
    expect(asked.status).toBe(403);
    expect((await api.request("POST", "/compute/cloud-vms", { body: nanoVm("no-billing-read"), token })).status).toBe(
      202,
    );
  });
});

describe("GET /billing/skus", () => {
  test("200: every product with its price, in pages", async () => {
    const all = await api.request("GET", "/billing/skus");
    expect(all.status).toBe(200);
    expect(all.body).toContainEqual({
      sku_code,
      family: "compute",
      name: "Cloud nano",
      unit: "instance",
      hourly_price: PRICE,
      monthly_cap: null,
      free_quantity: null,
      currency: "USD",
    });
    const first = await api.request("GET", "/billing/skus", { query: { limit: "3" } });
    const cursor = new URL(/<(.*)>/.exec(first.headers.link ?? "")?.[1] ?? "").searchParams.get("cursor") ?? "";
    const second = await api.request("GET", "/billing/skus", { query: { limit: "1000", cursor } });
    expect([...first.body, ...second.body]).toEqual(all.body);
    expect(second.headers.link).toBeUndefined();
  });

  test("every plan and every other billable resource has a price", async () => {
    const plans = await api.database.prisma.plan.findMany();
    const skus = await api.database.prisma.sku.findMany();
    const codes = new Set(skus.map((sku) => sku.sku_code));
    const billable = [
      "disk.root",
      "volume.ssd",
      "volume.nvme",
      "volume.hdd",
      "ip.reserved",
      "nat.gateway",
      "load-balancer",
      "bucket.standard",
      "cdn.distribution",
      "backup.policy",
      "backup.storage",
      "image.storage",
      "object.storage",
      "snapshot.storage",
    ];
    expect([...plans.map((plan) => plan.sku_code), ...billable].filter((code) => !codes.has(code))).toEqual([]);
  });

  test("200 filtered by family; 400 for an unknown family", async () => {
    const { body } = await api.request("GET", "/billing/skus", { query: { family: "block-storage" } });
    expect(body.map((sku: { sku_code: string }) => sku.sku_code)).toEqual([
      "snapshot.storage",
      "volume.hdd",
      "volume.nvme",
      "volume.ssd",
    ]);
    expect((await api.request("GET", "/billing/skus", { query: { family: "bread" } })).status).toBe(400);
  });
});

describe("a billable create", () => {
  test("402 insufficient_funds: nothing is created or stored, and the same key succeeds after a top-up", async () => {
    const tenant = await tenantWith("0");
    const denied = await createVm(tenant, "penniless", { key: "one-key" });
    expect(denied.status).toBe(402);
    expect(denied.body).toEqual({
      detail: expect.stringContaining("balance"),
      code: "insufficient_funds",
      request_id: expect.any(String),
    });
    const workspace_id = BigInt(tenant.workspaceId);
    const { prisma } = api.database;
    const counts = await Promise.all([
      prisma.vm.count({ where: { workspace_id } }),
      prisma.operation.count({ where: { workspace_id } }),
      prisma.idempotencyKey.count({ where: { workspace_id } }),
      prisma.auditEvent.count({ where: { workspace_id, result: { lt: 400 } } }),
    ]);
    expect(counts).toEqual([0, 0, 0, 0]);

    await setWallet(api.database, { organizationId: tenant.organizationId, balance: "10", creditLimit: "0" });
    const allowed = await createVm(tenant, "penniless", { key: "one-key" });
    expect(allowed.status).toBe(202);
    expect(allowed.headers["idempotency-replayed"]).toBeUndefined();
    expect((await createVm(tenant, "penniless", { key: "one-key" })).body).toEqual(allowed.body);
  });

  test("a create is charged for its quantity: 2.4 carries 800 GB for a day, but not 1000 GB", async () => {
    const tenant = await tenantWith("2.4");
    const volume = (name: string, size_gb: number) =>
      api.request("POST", "/block-storage/volumes", {
        body: { name, size_gb, site_id: "site-fra-1", type: "ssd" },
        token: tenant.token,
        workspaceId: tenant.workspaceId,
      });
    expect((await volume("too-large", 1000)).body).toMatchObject({ code: "insufficient_funds" });
    expect((await volume("affordable", 800)).status).toBe(201);
  });

  test("402 insufficient_funds for an organization without a wallet", async () => {
    const { prisma } = api.database;
    const organization_id = "org_walletless";
    await prisma.organization.create({ data: { organization_id, name: "Walletless" } });
    const { workspace_id } = await prisma.workspace.create({ data: { organization_id, name: "one" } });
    const tenant = {
      organizationId: organization_id,
      workspaceId: String(workspace_id),
      otherWorkspaceId: "",
      token: "",
    };
    const token = await api.createToken(tenant);
    expect((await createVm({ ...tenant, token }, "no-wallet")).body).toMatchObject({ code: "insufficient_funds" });
  });

  test("402 unknown_sku when the product has no price", async () => {
    const sku = await api.database.prisma.sku.delete({ where: { sku_code } });
    const answer = await createVm(api.tenant, "priceless");
    await api.database.prisma.sku.create({ data: sku });
    expect([answer.status, answer.body.code]).toEqual([402, "unknown_sku"]);
  });
});
