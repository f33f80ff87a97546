// A catalog as the body of a request (docs/adr/0157): what it makes, what it leaves, and what it is refused for.
import { randomUUID } from "node:crypto";
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
