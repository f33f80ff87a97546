// What an organization with another price book sees and pays: its own prices, everywhere.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";

let api: Api;
let partner: Tenant;

beforeAll(async () => {
  api = await startApi();
  partner = await api.createTenant();
  const tables = ["price", "price_book_discount", "price_book_assignment"];
  const triggers = (what: string) =>
    tables.map((table) => `ALTER TABLE ${table} ${what} TRIGGER ${table}_past;`).join("");
  // They began last year, which only the owner of the tables can write.
  await api.database.pool.query(`${triggers("DISABLE")}
    INSERT INTO price_book (book_id, name) VALUES ('partners', 'Partners');
    INSERT INTO price_book_discount VALUES ('partners', '2025-01-01T00:00Z', 20);
    INSERT INTO price VALUES ('partners', 'ip.reserved', '2025-01-01T00:00Z', 0.003, 2, 1);
    INSERT INTO price_book_assignment VALUES ('${partner.organizationId}', '2025-01-01T00:00Z', 'partners');
    ${triggers("ENABLE")}`);
});
afterAll(() => api.close());

const as = ({ token, workspaceId }: Tenant) => ({ token, workspaceId });

const priceOf = async (tenant: Tenant, sku_code: string) =>
  (await api.request("GET", "/billing/skus", { ...as(tenant), query: { limit: "1000" } })).body.find(
    (sku: { sku_code: string }) => sku.sku_code === sku_code,
  );

test("the price list and the plans have the prices of the caller's organization", async () => {
  expect(await priceOf(api.tenant, "volume.ssd")).toMatchObject({ hourly_price: "0.00012", monthly_cap: null });
  expect(await priceOf(partner, "volume.ssd")).toMatchObject({ hourly_price: "0.000096", free_quantity: null });
  expect(await priceOf(partner, "ip.reserved")).toMatchObject({
    ...{ hourly_price: "0.003", monthly_cap: "2", free_quantity: "1" },
  });
  const [nano] = (await api.request("GET", "/compute/plans", as(partner))).body;
  expect(nano).toMatchObject({ plan_id: "plan-nano", hourly_price: "0.0056", monthly_price: "4.088" });
});

test("quotes, admissions, plans and forecasts are at its prices", async () => {
  const question = { ...as(partner), body: { sku_code: "vm.nano" } };
  const eligibility = await api.request("POST", "/billing/resource-eligibility", question);
  expect(eligibility.body.hourly_price).toBe("0.0056");
  const body = { site_id: "site-ams-1" };
  const plan = await api.request("POST", "/networking/reserved-ips", {
    ...as(partner),
    body,
    query: { dry_run: "true" },
  });
  expect(plan.body.cost).toMatchObject({ hourly_delta: "0.003", monthly_delta: "2.19" });
  await api.request("POST", "/networking/reserved-ips", { ...as(partner), body });
  const [admission] = (await api.request("GET", "/billing/admissions", as(partner))).body;
  expect(admission).toMatchObject({ sku_code: "ip.reserved", hourly_price: "0.003" });
  const forecast = await api.request("GET", "/billing/forecast", as(partner));
  // The first address is free.
  expect(forecast.body.hourly_rate).toBe("0");
  const { rows } = await api.database.pool.query("SELECT organization_hourly($1)::float8 AS hourly", [
    partner.organizationId,
  ]);
  expect(rows).toEqual([{ hourly: 0.003 }]);
});

test("the list by cost has what a volume costs the organization", async () => {
  const body = { name: "data", site_id: "site-ams-1", type: "ssd", size_gb: 100 };
  const made = await api.request("POST", "/block-storage/volumes", { ...as(partner), body });
  expect(made.status).toBe(201);
  const volume = await api.database.prisma.volume.findFirstOrThrow({
    where: { workspace_id: BigInt(partner.workspaceId) },
  });
  expect(volume.monthly_price.toFixed()).toBe("7.008");
});

test("a purchase counts what runs at prices that began since it was last counted", async () => {
  const tenant = await api.createTenant();
  await api.request("POST", "/networking/reserved-ips", { ...as(tenant), body: { site_id: "site-ams-1" } });
  const hourly = async () =>
    (await api.database.prisma.commitment.findUniqueOrThrow({ where: { organization_id: tenant.organizationId } }))
      .hourly;
  expect((await hourly()).toFixed()).toBe("0.005");
  await api.database.prisma.sku.update({ where: { sku_code: "ip.reserved" }, data: { hourly_price: "0.006" } });
  await api.database.pool.query("UPDATE price_book SET begun_until = now()");
  await api.request("POST", "/networking/reserved-ips", { ...as(tenant), body: { site_id: "site-ams-1" } });
  expect((await hourly()).toFixed()).toBe("0.012");
});
