// A catalog as the body of a request (docs/adr/0157): what it makes, what it leaves, and what it is refused for.
import { randomUUID } from "node:crypto";
import { exportCatalog, importCatalog, parseCatalog, seedPlatform } from "@fulmar/core/operator";
import { createTestDatabase, recordStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
});
afterAll(() => api.close());

const newPlan = () => {
  const plan_id = `plan-${randomUUID()}`;
  return { plan_id, name: plan_id, cpu: 1, ram_mb: 1024, disk_gb: 20, hourly_price: "0.01", sites: "none" };
};
const fileOf = (parts: object) => ({ format: 1, currency: "USD", ...parts });
const sent = (body: object, query: Record<string, string> = {}) =>
  api.request("PUT", "/operator/catalog", {
    ...{ token: fixture.tokens["operator.write"], workspaceId: null, body, query },
  });
const planOf = async (plan_id: string) => (await fixture.send("operatorPlan.get", { plan_id })).body;

/** Sends a body as an editor has saved it. */
const raw = (payload: string | Buffer) =>
  api.inject({
    ...{ method: "PUT", url: "/v1/operator/catalog", payload },
    headers: { authorization: `Bearer ${fixture.tokens["operator.write"]}`, "content-type": "application/json" },
  });

test("a dry run tells what a file adds and leaves, an import does so, and what stands is never changed", async () => {
  const [first, second] = [newPlan(), newPlan()];
  const image = { template_id: `image-${randomUUID()}`, name: "Own", os_type: "linux", os_distro: "debian" };
  const made = await sent(fileOf({ plans: [first] }));
  expect([made.status, made.body.items]).toEqual([
    200,
    [{ kind: "plan", id: first.plan_id, state: "made", detail: null }],
  ]);
  const before = await planOf(first.plan_id);
  const file = fileOf({
    plans: [{ ...first, name: "Another", cpu: 2, hourly_price: "0.0200", retired: true }, second],
    images: [{ ...image, version: "13", min_disk_gb: 10 }],
  });
  const plan = await sent(file, { dry_run: "true" });
  expect(plan.status, plan.text).toBe(200);
  expect(plan.body).toMatchObject({
    changes: [
      { action: "create", resource_type: "plan", id: second.plan_id },
      { action: "create", resource_type: "image", id: image.template_id, name: "Own" },
    ],
    warnings: [
      expect.stringMatching(`^The plan ${first.plan_id} stays as it is: hourly_price 0.01, not 0.02; .*cpu 1, not 2`),
    ],
  });
  expect(plan.body.changes[0].fields).toContainEqual({ field: "hourly_price", from: null, to: "0.01" });
  expect((await fixture.send("operatorPlan.get", { plan_id: second.plan_id })).status).toBe(404);

  const emptied = await sent({}, { dry_run: "true" });
  expect(emptied.body.changes.map(({ resource_type }: { resource_type: string }) => resource_type)).not.toContain(
    "starter_catalog",
  );

  const { items } = (await sent(file)).body;
  expect(items).toEqual([
    {
      ...{ kind: "plan", id: first.plan_id, state: "differs" },
      detail: expect.stringMatching(/^hourly_price 0\.01, not 0\.02; .*cpu 1, not 2/),
    },
    { kind: "plan", id: second.plan_id, state: "made", detail: null },
    { kind: "image", id: image.template_id, state: "made", detail: null },
  ]);
  expect(await planOf(first.plan_id)).toEqual(before);
  expect(await planOf(second.plan_id)).toMatchObject({ hourly_price: "0.01", retired: false });
  expect((await sent(fileOf({ plans: [{ ...second, hourly_price: " 0.0100" }] }))).body.items).toEqual([
    { kind: "plan", id: second.plan_id, state: "same", detail: null },
  ]);
});

test.each<[string, (plan: ReturnType<typeof newPlan>) => object, string]>([
  ["an id twice", (plan) => ({ plans: [plan, { ...plan, name: "Other" }] }), "plans.1.plan_id"],
  ["a currency that nobody has", (plan) => ({ currency: "XTS", plans: [plan] }), "currency"],
  ["a currency in words", (plan) => ({ currency: "US dollars", plans: [plan] }), "currency"],
  ["no currency", (plan) => ({ currency: undefined, plans: [plan] }), "currency"],
  ["no form", (plan) => ({ format: undefined, plans: [plan] }), "format"],
  ["another form", (plan) => ({ format: 2, plans: [plan] }), "format"],
  ["a price with an exponent", (plan) => ({ plans: [{ ...plan, hourly_price: "1e-3" }] }), "plans.0.hourly_price"],
  ["a price as a number", (plan) => ({ plans: [{ ...plan, hourly_price: 0.01 }] }), "plans.0.hourly_price"],
  ["a price with spaces in it", (plan) => ({ plans: [{ ...plan, hourly_price: "1 000" }] }), "plans.0.hourly_price"],
  ["a number with spaces", (plan) => ({ plans: [{ ...plan, ram_mb: "1 024" }] }), "plans.0.ram_mb"],
  ["a product of no release", () => ({ products: [{ sku_code: "tape", hourly_price: "1" }] }), "products.0.sku_code"],
  ["what it does not know", (plan) => ({ plans: [{ ...plan, price: "1" }] }), "plans.0.price"],
])("a file with %s is refused by the path in it, and makes nothing", async (_, partsOf, field) => {
  const plan = newPlan();
  const refused = await sent(fileOf(partsOf(plan)));
  expectError(refused, 400, "invalid_request");
  expect(refused.body.errors).toMatchObject([{ field }]);
  expect((await fixture.send("operatorPlan.get", { plan_id: plan.plan_id })).status).toBe(404);
});

test("a file of Windows is taken with its byte order mark, and one of 5 MB, none and half of one are refused", async () => {
  const plan = newPlan();
  const text = JSON.stringify(fileOf({ plans: [plan] }), null, 2);
  expect((await raw(`\uFEFF${text.replaceAll("\n", "\r\n")}`)).status).toBe(200);
  expect(await planOf(plan.plan_id)).toMatchObject({ name: plan.name });
  const large = await raw(JSON.stringify(fileOf({ images: ["x".repeat(5_000_000)] })));
  expect([large.status, large.body.detail]).toEqual([400, "The body is larger than 1 MiB; send less."]);
  for (const broken of [text.slice(0, -2), "[]", '"catalog"', Buffer.from([0x7b, 0xff, 0x7d])])
    expect((await raw(broken)).status).toBe(400);
  // No body, and one without anything of a file, are the starter catalog.
  const starter = await sent({});
  expect(starter.body.items).toContainEqual(expect.objectContaining({ kind: "plan", id: "plan-small" }));
});

test("ten thousand faults are told within the limits of an answer", async () => {
  const plans = Array.from({ length: 1000 }, () => ({ plan_id: "same", name: "same", cpu: 0, ram_mb: 0, disk_gb: 0 }));
  const refused = await sent(fileOf({ plans }));
  expectError(refused, 400, "invalid_request");
  expect(refused.body.errors).toHaveLength(100);
});

/** Of each kind that a catalog has: what is free, capped, retired, sold at some sites, to some, or not at all. */
async function arrange() {
  const sites = await api.database.prisma.site.findMany({ orderBy: { position: "asc" } });
  const [first = "", second = ""] = sites.map(({ name }) => name);
  const wide = { ...newPlan(), hourly_price: "0.0125", monthly_cap: "7.5", free_quantity: "10", sites: "all" };
  const here = { ...newPlan(), sites: [first], retired: true };
  const gpus = { ...newPlan(), family: "gpu", gpu_model: "NVIDIA H100", gpu_count: 8, sites: [second] };
  const free = { ...newPlan(), hourly_price: "0" };
  const image = { os_type: "linux", os_distro: "debian", version: "13", min_disk_gb: 10 };
  const images = [
    { template_id: `image-${randomUUID()}`, name: "Own", ...image },
    { template_id: `image-${randomUUID()}`, name: "Gone", ...image, retired: true },
  ];
  const unpriced = { ...newPlan(), hourly_price: null };
  await sent(fileOf({ plans: [wide, here, gpus, free, unpriced], images }));
  const own = { plan_id: `plan-${randomUUID()}`, type: "cloud", cpu: 1, ram_mb: 1024, disk_gb: 20 };
  await fixture.made("operatorPlan.create", {
    ...{ ...own, name: own.plan_id, hourly_price: "1", organization_ids: [await fixture.organization()] },
  });
  return { own, plans: [wide, here, gpus, free, unpriced], images };
}

const exported = () =>
  api.request("GET", "/operator/catalog/file", { token: fixture.tokens["operator.read"], workspaceId: null });

test("an export sent back changes nothing, planned and done, and makes the same catalog elsewhere", async () => {
  const { own, plans, images } = await arrange();
  const { status, body: file } = await exported();
  expect(status).toBe(200);
  const byId = new Map(file.plans.map((plan: { plan_id: string }) => [plan.plan_id, plan]));
  for (const { hourly_price, ...plan } of plans) expect(byId.get(plan.plan_id)).toMatchObject(plan);
  expect(byId.has(own.plan_id)).toBe(false);
  for (const image of images) expect(file.images).toContainEqual(expect.objectContaining(image));

  for (const update of [false, true]) {
    const plan = await sent({ ...file, update }, { dry_run: "true" });
    expect(plan.body).toMatchObject({ would_answer: 200, changes: [], warnings: [] });
    const { items } = (await sent({ ...file, update })).body;
    expect(items.filter(({ state }: { state: string }) => state !== "same")).toEqual([]);
  }
  expect((await exported()).body).toEqual(file);

  const ground = await createTestDatabase();
  try {
    await seedPlatform(ground.database, { environment: "production" });
    for (const { site_id, name, location, position } of await api.database.prisma.site.findMany())
      await ground.database.prisma.site.create({
        data: { site_id, name, location, position, provider: `simulated:${site_id}` },
      });
    expect((await exportCatalog(ground.database)).plans).toEqual([]);
    await importCatalog(ground.database, parseCatalog(file));
    expect(await exportCatalog(ground.database)).toEqual(file);
  } finally {
    await ground.drop();
  }
});

test("an export sends as many statements for many plans as for few", async () => {
  const record = recordStatements(api.served);
  const count = async () => (await record(exported)).statements.filter(({ joined }) => !joined).length;
  await exported();
  const few = await count();
  await sent(fileOf({ plans: Array.from({ length: 50 }, newPlan) }));
  expect(await count()).toBe(few);
});

test("what no import would take is named, and is not exported as if it were all", async () => {
  const { plan_id, ...row } = newPlan();
  const { hourly_price: _, sites: __, ...size } = row;
  const data = { ...size, plan_id, type: "cloud", sku_code: `plan.${plan_id}`, position: 5000, cpu: 4096 } as const;
  await api.database.prisma.sku.create({
    data: { sku_code: data.sku_code, family: "compute", name: plan_id, unit: "instance", currency: "USD" },
  });
  await api.database.prisma.plan.create({ data });
  const refused = await exported();
  expectError(refused, 409, "catalog_not_a_file");
  expect(refused.body.detail).toMatch(/plans\.\d+\.cpu must/);
  await api.database.prisma.plan.delete({ where: { plan_id } });
  expect((await exported()).status).toBe(200);
});
