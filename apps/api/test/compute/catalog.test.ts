import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test("200: sites in the catalog's order", async () => {
  const response = await api.request("GET", "/compute/sites");
  expect(response.status).toBe(200);
  const untold = { has_dedicated_hosts: false, architectures: null, firmware: null };
  expect(response.body).toEqual([
    { site_id: "site-ams-1", name: "Amsterdam 1", location: "Amsterdam, Netherlands", ...untold },
    { site_id: "site-fra-1", name: "Frankfurt 1", location: "Frankfurt, Germany", ...untold },
  ]);
});

test("200: a plan with the hourly and the monthly (730 hours) price of its SKU", async () => {
  await api.database.prisma.sku.update({ where: { sku_code: "vm.nano" }, data: { hourly_price: "0.0125" } });
  const { body } = await api.request("GET", "/compute/plans");
  expect(body[0]).toEqual({
    plan_id: "plan-nano",
    name: "Cloud nano",
    type: "cloud",
    family: "shared",
    sku_code: "vm.nano",
    cpu: 1,
    ram_mb: 1024,
    disk_gb: 20,
    gpu_model: null,
    gpu_count: 0,
    hourly_price: "0.0125",
    monthly_price: "9.125",
    currency: "USD",
    site_ids: ["site-ams-1", "site-fra-1"],
    available: true,
  });
});

test("200: a plan without a price is listed as unavailable", async () => {
  await api.database.prisma.sku.delete({ where: { sku_code: "vm.2xlarge" } });
  const { body } = await api.request("GET", "/compute/plans");
  const plan = body.find((candidate: { plan_id: string }) => candidate.plan_id === "plan-2xlarge");
  expect(plan).toMatchObject({ hourly_price: null, monthly_price: null, currency: null, available: false });
});

test("200: plans filtered by type and site", async () => {
  const gpu = await api.request("GET", "/compute/plans", { query: { type: "gpu" } });
  expect(gpu.body.map((plan: { type: string; gpu_count: number }) => [plan.type, plan.gpu_count])).toEqual([
    ["gpu", 1],
    ["gpu", 1],
    ["gpu", 1],
    ["gpu", 8],
  ]);
  const none = await api.request("GET", "/compute/plans", { query: { type: "gpu", site_id: "site-ams-1" } });
  expect(none.body).toEqual([]);
});

test("200: the whole record of an image", async () => {
  const { body } = await api.request("GET", "/compute/images", { query: { site_id: "site-fra-1" } });
  expect(body[0]).toEqual({
    template_id: "debian-13",
    image_id: "debian-13",
    name: "Debian 13",
    owner: "catalog",
    owner_name: null,
    status: "available",
    os_type: "linux",
    os_distro: "debian",
    version: "13",
    min_disk_gb: 10,
    site_ids: ["site-ams-1", "site-fra-1"],
    copies: [],
    tags: [],
    deprecated: false,
    shared_with: [],
    ...{ description: null, architecture: null, firmware: null, size_bytes: null, source: null, error_message: null },
    ...{ deprecated_at: null, deprecation_note: null, published_at: null, waiting_reason: null },
    ...{ created_at: null, updated_at: null },
  });
});

test.each(["/compute/sites", "/compute/plans", "/compute/images"])(
  "%s: pages together equal the unpaged list",
  async (path) => {
    const whole = await api.request("GET", path);
    expect(whole.headers.link).toBeUndefined();
    const pages: unknown[] = [];
    for (let url: string | undefined = `${path}?limit=1`; url !== undefined; ) {
      const { pathname, searchParams } = new URL(url, "http://api");
      const page = await api.request("GET", pathname.replace(/^\/v1/, ""), { query: Object.fromEntries(searchParams) });
      pages.push(...page.body);
      url = /<([^>]+)>; rel="next"/.exec(page.headers.link ?? "")?.[1];
    }
    expect(pages).toEqual(whole.body);
  },
);

test.each([
  ["/compute/plans", { type: "metal" }, "type"],
  ["/compute/plans", { cursor: "YWJj" }, "cursor"],
  ["/compute/sites", { limit: "0" }, "limit"],
])("400: %s with %o names the field", async (path, query: Record<string, string>, field) => {
  const response = await api.request("GET", path, { query });
  expect(response.status).toBe(400);
  expect(response.body.errors).toEqual([{ field, message: expect.any(String) }]);
});
