import { setQuota, setWallet, suspendWallet } from "@fulmar/core/operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function admissions(tenant: Tenant, query: Record<string, string> = {}) {
  return (await api.request("GET", "/billing/admissions", { ...at(tenant), query })).body;
}
const at = ({ token, workspaceId }: Tenant) => ({ token, workspaceId });

function reserve(tenant: Tenant, key?: string) {
  return api.request("POST", "/networking/reserved-ips", {
    ...at(tenant),
    body: { site_id: "site-ams-1" },
    ...(key !== undefined && { key }),
  });
}

test("an allowed purchase is recorded once with its price, actor and created resource", async () => {
  const tenant = await api.createTenant();
  const made = await reserve(tenant, "only-once-a-key");
  expect(made.status).toBe(201);
  expect((await reserve(tenant, "only-once-a-key")).headers["idempotency-replayed"]).toBe("true");
  expect(await admissions(tenant)).toEqual([
    {
      admission_id: expect.stringMatching(/^adm_/),
      action: "reservedIp.create",
      sku_code: "ip.reserved",
      quantity: 1,
      allowed: true,
      reason: "ok",
      hourly_price: "0.005",
      currency: "USD",
      actor_type: "token",
      actor_id: expect.stringMatching(/^tok_/),
      actor_name: "test",
      resource_id: made.body.public_ip_id,
      request_id: made.headers["x-request-id"],
      at: expect.stringMatching(/Z$/),
    },
  ]);
});

test("denied purchases are recorded with the reason: quota, funds or suspension", async () => {
  const tenant = await api.createTenant();
  const { organizationId } = tenant;
  await setQuota(api.database, { workspaceId: BigInt(tenant.workspaceId), resource: "reserved_ips", limit: 0 });
  expectError(await reserve(tenant), 403, "quota_exceeded");
  await setWallet(api.database, { organizationId, balance: "0", creditLimit: "0" });
  const volume = await api.request("POST", "/block-storage/volumes", {
    ...at(tenant),
    body: { name: "v", site_id: "site-ams-1", type: "ssd", size_gb: 100 },
  });
  expectError(volume, 402, "insufficient_funds");
  await suspendWallet(api.database, { organizationId, reason: "unpaid" });
  expectError(await reserve(tenant), 402, "account_suspended");
  const kept = (await admissions(tenant, { allowed: "false" })).map(
    ({ reason, sku_code, quantity, hourly_price, resource_id }: Record<string, unknown>) => [
      reason,
      sku_code,
      quantity,
      hourly_price,
      resource_id,
    ],
  );
  expect(kept).toEqual([
    ["account_suspended", "ip.reserved", 1, "0.005", null],
    ["insufficient_funds", "volume.ssd", 100, "0.012", null],
    ["quota_exceeded", "ip.reserved", 1, "0.005", null],
  ]);
  expect(await admissions(tenant, { allowed: "true" })).toEqual([]);
});

test("eligibility questions and creates refused for other reasons are not recorded as admissions", async () => {
  const tenant = await api.createTenant();
  const bucket = { ...at(tenant), body: { name: `twice-${tenant.workspaceId}`, region: "eu-central-1" } };
  expect((await api.request("POST", "/object-storage/buckets", bucket)).status).toBe(201);
  expect((await api.request("POST", "/object-storage/buckets", bucket)).status).toBeGreaterThanOrEqual(400);
  await api.request("POST", "/billing/resource-eligibility", { ...at(tenant), body: { sku_code: "bucket.standard" } });
  expect(await admissions(tenant)).toHaveLength(1);
});

test("admissions are listed in pages, newest first, for their own workspace only", async () => {
  const tenant = await api.createTenant();
  for (let count = 0; count < 3; count++) await reserve(tenant);
  const first = await api.request("GET", "/billing/admissions", { ...at(tenant), query: { limit: "2" } });
  const cursor = new URL(/<([^>]+)>/.exec(first.headers.link ?? "")?.[1] ?? "").searchParams.get("cursor") ?? "";
  const second = await admissions(tenant, { limit: "2", cursor });
  const ids = [...first.body, ...second].map(({ admission_id }) => admission_id);
  expect(ids).toEqual([...new Set<string>(ids)].sort((one, other) => (one < other ? 1 : -1)));
  expect(ids).toHaveLength(3);
  expect(await admissions({ ...tenant, workspaceId: tenant.otherWorkspaceId })).toEqual([]);
});
