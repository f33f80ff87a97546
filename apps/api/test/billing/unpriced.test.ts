// What has no price is not sold (docs/adr/0116): it is neither free of charge nor an error.
import type { Operation } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { exampleOf, operations } from "../examples/all.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";
import { expectError } from "../expect-error.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
  await api.database.pool.query("CREATE TABLE kept AS SELECT * FROM price");
});
afterAll(() => api.close());

/** Does something while products, by default all, have no price. */
async function withoutPrices<Result>(work: () => Promise<Result>, codes?: readonly string[]): Promise<Result> {
  const { pool } = api.database;
  const write = (sql: string) =>
    pool.query(`ALTER TABLE price DISABLE TRIGGER price_past; ${sql}; ALTER TABLE price ENABLE TRIGGER price_past`);
  const those = codes === undefined ? "" : `WHERE sku_code IN (${codes.map((code) => `'${code}'`).join()})`;
  await write(`ALTER TABLE sku DISABLE TRIGGER sku_price_kept; UPDATE sku SET hourly_price = NULL ${those};
    ALTER TABLE sku ENABLE TRIGGER sku_price_kept; DELETE FROM price ${those}`);
  try {
    return await work();
  } finally {
    await write("INSERT INTO price SELECT * FROM kept ON CONFLICT DO NOTHING");
    await pool.query("UPDATE sku SET hourly_price = kept.hourly_price FROM kept WHERE kept.sku_code = sku.sku_code");
  }
}

/** These store or send more, and the specification lists no 402 for them. */
const STORING = [
  ...["snapshot.create", "gpuSnapshot.create", "volumeSnapshot.create", "backup.create", "gpuBackup.create"],
  ...["backupPolicy.enable", "gpuBackupPolicy.enable", "cdnUrl.generate"],
];
const refused = operations.filter(({ id, billable }: Operation) => billable || STORING.includes(id));

test.each(refused.map((operation) => [operation.id, operation] as const))(
  "%s is refused with a sentence",
  async (_, operation) => {
    const fixture = new ExampleFixture(api, await api.createTenant());
    const request = await exampleOf(operation, fixture);
    const answer = await withoutPrices(() => fixture.send(operation, request));
    expectError(answer, operation.billable ? 402 : 403, "unknown_sku");
    expect(answer.body.detail).toMatch(/^There is no price yet for .+ \(.+\), so it is not sold/);
  },
);

describe("what is sold with something that has no price", () => {
  test.each([
    [
      "a bucket",
      "/object-storage/buckets",
      { name: "unpriced-objects", region: "eu-central-1" },
      ["object.storage", "object.transfer"],
    ],
    [
      "a VM with a larger disk",
      "/compute/cloud-vms",
      { name: "disk", plan_id: "plan-nano", template_id: "debian-13", disk_gb: 50 },
      ["disk.root"],
    ],
  ])("%s is refused, too", async (_, path, body, codes) => {
    const answer = await withoutPrices(() => api.request("POST", path, { body }), codes);
    expectError(answer, 402, "unknown_sku");
    for (const code of codes) expect(answer.body.detail).toContain(`(${code})`);
  });

  test("a VM with the disk of its plan is sold", async () => {
    const body = { name: "plain", plan_id: "plan-nano", template_id: "debian-13" };
    expect((await withoutPrices(() => api.request("POST", "/compute/cloud-vms", { body }), ["disk.root"])).status).toBe(
      202,
    );
  });
});

test("lists show plans as unavailable, and no product without a price", async () => {
  await withoutPrices(async () => {
    const { body: plans } = await api.request("GET", "/compute/plans");
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan).toMatchObject({ hourly_price: null, available: false });
    expect((await api.request("GET", "/billing/skus")).body).toEqual([]);
  });
});

test("a price of zero is a price", async () => {
  const { prisma } = api.database;
  await prisma.sku.update({ where: { sku_code: "ip.reserved" }, data: { hourly_price: 0 } });
  expect(
    (await api.request("POST", "/networking/reserved-ips", { body: { label: "free", site_id: "site-ams-1" } })).status,
  ).toBe(201);
});
