import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture({ each: true });
const production = {
  FULMAR_ENVIRONMENT: "production",
  FULMAR_SECRET: randomBytes(32).toString("hex"),
  FULMAR_MASTER_KEY: randomBytes(32).toString("hex"),
};

interface Line {
  readonly kind: string;
  readonly id: string;
  readonly state: string;
  readonly detail: string | null;
}

async function imported(...args: readonly string[]): Promise<readonly Line[]> {
  const { catalog } = await cli().answer(["admin", "catalog", "import", ...args], production);
  return catalog as readonly Line[];
}

const exported = () => cli().answer(["admin", "catalog", "export"], production);
const statesOf = (lines: readonly Line[]) => [...new Set(lines.map(({ state }) => state))];
const lineOf = (lines: readonly Line[], id: string) => lines.find((line) => line.id === id);

function written(content: object): string {
  const path = join(cli().dataDir, "catalog.json");
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const NANO = { plan_id: "nano", name: "Nano", cpu: 1, ram_mb: 1024, disk_gb: 20, hourly_price: "0.01" };
const fileOf = (parts: object) => written({ format: 1, currency: "USD", ...parts });

test("the starter catalog is made once, and a dry run makes nothing", async () => {
  await cli().answer(["seed"], production);
  expect(statesOf(await imported("--dry-run"))).toEqual(["made"]);
  expect(await exported()).toEqual({ format: 1, currency: "USD", products: [], plans: [], images: [] });
  const lines = await imported();
  expect(statesOf(lines)).toEqual(["made"]);
  expect([...new Set(lines.map(({ kind }) => kind))]).toEqual(["product", "plan", "image"]);
  expect(statesOf(await imported())).toEqual(["same"]);
});

test("an export into an empty installation gives the same catalog", async () => {
  await cli().answer(["seed"], production);
  const capped = { hourly_price: "0.01", monthly_cap: "5", free_quantity: "2" };
  const content = {
    format: 1,
    currency: "USD",
    products: [{ sku_code: "volume.ssd", ...capped }],
    plans: [
      { ...NANO, ...capped, sku_code: "vm.nano" },
      { ...NANO, plan_id: "big", name: "Big", family: "memory", cpu: 8, hourly_price: null, retired: true },
      { ...NANO, plan_id: "gpu", name: "GPU", family: "gpu", gpu_model: "L4", gpu_count: 1, sites: "none" },
    ],
    images: [
      {
        ...{ template_id: "debian-13", name: "Debian 13", os_type: "linux", os_distro: "debian", version: "13" },
        min_disk_gb: 10,
      },
    ],
  };
  await imported(written(content));
  const first = await exported();
  expect(first).toMatchObject(content);
  const { pool } = cli().database;
  await pool.query("DELETE FROM plan; DELETE FROM image WHERE position > 0; DELETE FROM sku");
  await pool.query(
    "ALTER TABLE price DISABLE TRIGGER price_past; DELETE FROM price; ALTER TABLE price ENABLE TRIGGER price_past",
  );
  await cli().answer(["seed"], production);
  expect(await exported()).toMatchObject({ products: [], plans: [], images: [] });
  expect(statesOf(await imported(written(first)))).toEqual(["made"]);
  expect(await exported()).toEqual(first);
});

test("what differs stays without --update, and follows the file with it, but for the size of a plan", async () => {
  await cli().answer(["seed"], production);
  await imported(fileOf({ products: [{ sku_code: "ip.reserved", hourly_price: "0.005" }], plans: [NANO] }));
  const other = fileOf({
    products: [{ sku_code: "ip.reserved", hourly_price: "0.0060" }],
    plans: [
      { ...NANO, name: "Tiny", hourly_price: "0.010", sites: ["Paris"] },
      { ...NANO, plan_id: "small", name: "Small" },
    ],
  });
  const before = await exported();
  const lines = await imported(other, "--dry-run");
  expect(lines).toEqual([
    { kind: "product", id: "ip.reserved", state: "differs", detail: "hourly_price 0.005, not 0.006" },
    { kind: "plan", id: "nano", state: "differs", detail: "name Nano, not Tiny; no site Paris is there" },
    { kind: "plan", id: "small", state: "made", detail: null },
  ]);
  expect(await exported()).toEqual(before);
  expect(await imported(other)).toEqual(lines);
  const updated = await imported(other, "--update");
  expect(lineOf(updated, "ip.reserved")?.state).toBe("updated");
  expect(lineOf(updated, "nano")?.state).toBe("updated");
  // The price of a product that is sold is followed from the next hour on.
  const { rows } = await cli().database.pool.query(
    `SELECT hourly_price::float8 AS price, valid_from > now() AS coming FROM price WHERE sku_code = 'ip.reserved' ORDER BY valid_from`,
  );
  expect(rows).toEqual([
    { price: 0.005, coming: false },
    { price: 0.006, coming: true },
  ]);
  expect(await exported()).toMatchObject({
    products: [{ sku_code: "ip.reserved", hourly_price: "0.006" }],
    plans: [{ plan_id: "nano", name: "Tiny" }, { plan_id: "small" }],
  });
  const larger = await imported(fileOf({ plans: [{ ...NANO, name: "Tiny", cpu: 2 }] }), "--update");
  expect(larger).toEqual([{ kind: "plan", id: "nano", state: "differs", detail: "cpu 1, not 2: make another plan" }]);
});

test("a plan and a product that had no price get their first one at once", async () => {
  await cli().answer(["seed"], production);
  await imported(fileOf({ plans: [{ ...NANO, hourly_price: null }] }));
  const { pool } = cli().database;
  const priceOf = async (sku: string) =>
    (await pool.query("SELECT hourly_price::text FROM price_of('org_none', $1, now())", [sku])).rows;
  expect(await priceOf("plan.nano")).toEqual([]);
  expect(await imported(fileOf({ plans: [{ ...NANO, hourly_price: "0" }] }))).toEqual([
    { kind: "plan", id: "nano", state: "made", detail: "its price" },
  ]);
  expect(await priceOf("plan.nano")).toEqual([{ hourly_price: "0.00000000" }]);
  expect(await imported(fileOf({ plans: [NANO] }))).toMatchObject([{ state: "differs" }]);
});

test.each([
  ["another currency", { currency: "EUR" }, /currency must be USD, the currency of this installation/],
  ["another form", { format: 2 }, /format must be 1/],
  ["a field that it does not know", { sites: [] }, /sites/],
  [
    "a product of no release",
    { products: [{ sku_code: "volume.tape", hourly_price: "1" }] },
    /products\.0\.sku_code must be a product/,
  ],
  ["a price as a number", { plans: [{ ...NANO, hourly_price: 0.01 }] }, /plans\.0\.hourly_price/],
  ["a plan twice", { plans: [NANO, { ...NANO, name: "Other" }] }, /plans\.1\.plan_id is there twice: nano/],
  [
    "a plan that is charged as something else",
    { plans: [{ ...NANO, sku_code: "volume.ssd" }] },
    /plans\.0\.sku_code must not/,
  ],
  ["a cloud plan with GPUs", { plans: [{ ...NANO, gpu_count: 1 }] }, /plans\.0\.gpu_model must not be set/],
  [
    "a cap without a price",
    { plans: [{ ...NANO, hourly_price: null, monthly_cap: "1" }] },
    /plans\.0\.hourly_price is needed/,
  ],
  [
    "a cap of transfer",
    { products: [{ sku_code: "cdn.transfer", hourly_price: "1", monthly_cap: "1" }] },
    /monthly_cap must not be set for transfer/,
  ],
])("import refuses %s, and makes nothing", async (_, parts, sentence) => {
  await cli().answer(["seed"], production);
  const { code, stderr } = await cli().fulmar(["admin", "catalog", "import", fileOf(parts)], production);
  expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  expect(await exported()).toMatchObject({ products: [], plans: [] });
});

test("import refuses a name that another plan has", async () => {
  await cli().answer(["seed"], production);
  await imported(fileOf({ plans: [NANO] }));
  const path = fileOf({ plans: [{ ...NANO, plan_id: "other" }] });
  const { code, stderr } = await cli().fulmar(["admin", "catalog", "import", path], production);
  expect([code, stderr]).toEqual([1, expect.stringContaining("has the name of another plan")]);
});

test.each([
  ["is absent", undefined, /There is no file/],
  ["is not JSON", "{", /is not JSON/],
])("import refuses a file that %s", async (_, content, sentence) => {
  const path = join(cli().dataDir, "broken.json");
  if (content !== undefined) writeFileSync(path, content);
  const { code, stderr } = await cli().fulmar(["admin", "catalog", "import", path], production);
  expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
});
