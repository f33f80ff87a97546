// What operators do with prices, by the real clock: what has begun stays.
import { type Database, openDatabase, violatedConstraint } from "@fulmar/prisma";
import { createTestDatabase, processUrl, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  assignPriceBook,
  createPriceBook,
  listAssignments,
  listPriceBooks,
  listPrices,
  previewPrices,
  removeDiscount,
  removePrice,
  removePriceBook,
  renamePriceBook,
  STANDARD_BOOK,
  seedPlatform,
  setDiscount,
  setPrice,
  unassignPriceBook,
} from "../../src/operator.ts";
import { newId } from "../../src/request/identifiers.ts";
import { priceFrom, writePast } from "./past-prices.ts";

const HOUR_MS = 3_600_000;
const nextHour = () => new Date(Math.ceil((Date.now() + 1) / HOUR_MS) * HOUR_MS);
const later = () => new Date(nextHour().getTime() + 24 * HOUR_MS);

let testDatabase: TestDatabase;
let database: Database;
/** The worker's, whose login owns nothing. */
let worker: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  worker = openDatabase(processUrl(testDatabase.url, "fulmar_worker"));
  await seedPlatform(database, { environment: "development" });
});
afterAll(async () => {
  await worker.close();
  await testDatabase.drop();
});

async function organization(): Promise<{ readonly organization_id: string; readonly workspace_id: bigint }> {
  const organization_id = newId("org");
  await database.prisma.organization.create({ data: { organization_id, name: "Engines" } });
  const { workspace_id } = await database.prisma.workspace.create({ data: { organization_id, name: "Main" } });
  return { organization_id, workspace_id };
}

const begin = () => worker.pool.query("SELECT begin_prices() AS began").then(({ rows }) => rows[0]?.began);

const priceNow = async (organization_id: string, sku_code: string) =>
  (
    await database.pool.query("SELECT trim_scale(hourly_price)::text AS p FROM price_of($1, $2, now())", [
      organization_id,
      sku_code,
    ])
  ).rows[0]?.p;

test("a price begins in the next hour, or later, and can be taken back until then", async () => {
  const price = { book_id: STANDARD_BOOK, sku_code: "ip.reserved", hourly_price: "0.009" };
  const expected = nextHour();
  const from = await setPrice(database, price);
  expect(from.getTime()).toBeGreaterThanOrEqual(expected.getTime());
  await setPrice(database, { ...price, valid_from: later(), monthly_cap: "4", free_quantity: "1" });
  const shown = async () =>
    (await listPrices(database, { book_id: STANDARD_BOOK, sku_code: "ip.reserved" })).map(
      ({ time, hourly_price, monthly_cap, free_quantity }) => [time, hourly_price, monthly_cap, free_quantity],
    );
  expect(await shown()).toEqual([
    ["present", "0.005", null, null],
    ["future", "0.009", null, null],
    ["future", "0.009", "4", "1"],
  ]);
  await setPrice(database, { ...price, hourly_price: "0.008" });
  await removePrice(database, { ...price, valid_from: later() });
  expect(await shown()).toEqual([
    ["present", "0.005", null, null],
    ["future", "0.008", null, null],
  ]);
  await removePrice(database, { ...price, valid_from: from });
});

test("what is wrong with a price is refused by its field", async () => {
  const price = { book_id: STANDARD_BOOK, sku_code: "ip.reserved", hourly_price: "0.009" };
  const refusal = (field: string) =>
    expect.objectContaining({ kind: "invalid_request", errors: [expect.objectContaining({ field })] });
  for (const [change, field] of [
    [{ valid_from: new Date(nextHour().getTime() - HOUR_MS) }, "valid_from"],
    [{ valid_from: new Date(nextHour().getTime() + 1000) }, "valid_from"],
    [{ hourly_price: null }, "hourly_price"],
    [{ hourly_price: "-1" }, "hourly_price"],
    [{ sku_code: "object.transfer", monthly_cap: "1" }, "monthly_cap"],
  ] as const)
    await expect(setPrice(database, { ...price, ...change }), field).rejects.toEqual(refusal(field));
  await expect(setPrice(database, { ...price, sku_code: "vm.unheard-of" })).rejects.toMatchObject({
    kind: "not_found",
  });
  await expect(removePrice(database, { ...price, valid_from: new Date(0) })).rejects.toEqual(refusal("valid_from"));
  await expect(removePrice(database, { ...price, valid_from: later() })).rejects.toMatchObject({ kind: "not_found" });
});

test("the database itself keeps prices, discounts and assignments that have begun", async () => {
  const { organization_id } = await organization();
  await createPriceBook(database, { book_id: "kept", name: "Kept" });
  await writePast(database, "INSERT INTO price_book_discount VALUES ('kept', '2025-01-01T00:00Z', 5)");
  await writePast(database, "INSERT INTO price_book_assignment VALUES ($1, '2025-01-01T00:00Z', 'kept')", [
    organization_id,
  ]);
  for (const text of [
    "INSERT INTO price VALUES ('standard', 'ip.reserved', date_trunc('hour', now()), 1)",
    "UPDATE price SET hourly_price = 1 WHERE sku_code = 'ip.reserved'",
    "DELETE FROM price WHERE sku_code = 'ip.reserved'",
    "UPDATE price_book_discount SET percent_off = 6 WHERE book_id = 'kept'",
    "UPDATE price_book_discount SET valid_from = '2100-01-01T00:00Z' WHERE book_id = 'kept'",
    "DELETE FROM price_book_assignment WHERE book_id = 'kept'",
  ]) {
    const outcome = await database.pool.query(text).then(
      () => "done",
      (error: unknown) => violatedConstraint(error),
    );
    expect([text, outcome]).toEqual([text, "price_past_kept"]);
  }
});

test("books come, are renamed, given to organizations and go", async () => {
  const { organization_id } = await organization();
  await createPriceBook(database, { book_id: "resellers", name: "Resellers" });
  await expect(createPriceBook(database, { book_id: "resellers", name: "Others" })).rejects.toMatchObject({
    code: "name_taken",
  });
  await renamePriceBook(database, { book_id: "resellers", name: "Those who resell" });
  const from = await setDiscount(database, { book_id: "resellers", percent_off: "12.5" });
  await setDiscount(database, { book_id: "resellers", percent_off: "20", valid_from: later() });
  await removeDiscount(database, { book_id: "resellers", valid_from: later() });
  expect((await listPriceBooks(database)).find(({ book_id }) => book_id === "resellers")).toMatchObject({
    ...{ name: "Those who resell", percent_off: null, organizations: 0 },
    discounts: [{ valid_from: from, percent_off: "12.5" }],
  });
  await expect(setDiscount(database, { book_id: STANDARD_BOOK, percent_off: "1" })).rejects.toMatchObject({
    kind: "invalid_request",
  });
  const assigned = await assignPriceBook(database, { organization_id, book_id: "resellers" });
  expect(await listAssignments(database, { organization_id })).toMatchObject([
    { book_id: "resellers", valid_from: assigned },
  ]);
  await expect(removePriceBook(database, "resellers")).rejects.toMatchObject({ kind: "conflict" });
  await unassignPriceBook(database, { organization_id, valid_from: assigned });
  await writePast(database, "INSERT INTO price VALUES ('resellers', 'ip.reserved', '2025-01-01T00:00Z', 1)");
  await removePriceBook(database, "resellers");
  expect((await listPriceBooks(database)).map(({ book_id }) => book_id)).not.toContain("resellers");
  await expect(removePriceBook(database, STANDARD_BOOK)).rejects.toMatchObject({ kind: "conflict" });
});

test("a price that has begun comes to the price list and to the lists by cost, of everybody and of some", async () => {
  const [some, other] = [await organization(), await organization()];
  const volume = async ({ workspace_id }: { readonly workspace_id: bigint }) =>
    (
      await database.pool.query("SELECT trim_scale(monthly_price_of_volume($1, 'ssd', 10))::text AS price", [
        workspace_id,
      ])
    ).rows[0]?.price;
  expect(await begin()).toBe(false);
  await createPriceBook(database, { book_id: "some", name: "Some" });
  const hour = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS).toISOString();
  await database.pool.query("UPDATE price_book SET begun_until = now() - interval '1 hour'");
  await writePast(database, "INSERT INTO price_book_assignment VALUES ($1, $2, 'some')", [some.organization_id, hour]);
  await writePast(database, "INSERT INTO price_book_discount VALUES ('some', $1, 50)", [hour]);
  await priceFrom(database, "volume.ssd", hour, { hourly: "0.0002", cap: "0.1" });
  expect([await begin(), await begin()]).toEqual([true, false]);
  const { hourly_price } = await database.prisma.sku.findUniqueOrThrow({ where: { sku_code: "volume.ssd" } });
  expect(hourly_price?.toFixed()).toBe("0.0002");
  expect([
    await priceNow(some.organization_id, "volume.ssd"),
    await priceNow(other.organization_id, "volume.ssd"),
  ]).toEqual(["0.0001", "0.0002"]);
  expect([await volume(some), await volume(other)]).toEqual(["0.5", "1"]);
});

test("a price that the release before writes holds from its hour on, and a new product's since ever", async () => {
  const { organization_id } = await organization();
  await database.pool.query("UPDATE sku SET hourly_price = 0.04 WHERE sku_code = 'load-balancer'");
  expect(await priceNow(organization_id, "load-balancer")).toBe("0.04");
  await database.pool.query("UPDATE sku SET hourly_price = 0.015 WHERE sku_code = 'load-balancer'");
  const { rows } = await database.pool.query(
    "SELECT valid_from = date_trunc('hour', now()) AS now FROM price WHERE sku_code = 'load-balancer' ORDER BY valid_from",
  );
  expect(rows).toEqual([{ now: false }, { now: true }]);
  await database.pool.query("INSERT INTO sku VALUES ('new.thing', 'compute', 'New', 'thing', 0.5, 'USD')");
  const since = await database.pool.query("SELECT * FROM price_of($1, 'new.thing', 'epoch')", [organization_id]);
  expect(since.rows).toMatchObject([{ hourly_price: "0.50000000", since: new Date(0) }]);
});

test("a preview says what a change does to each bill, and changes nothing", async () => {
  const [large, small] = [await organization(), await organization()];
  const month = new Date(new Date().toISOString().slice(0, 7));
  for (const [{ workspace_id }, quantity] of [
    [large, 20],
    [small, 1],
  ] as const)
    await database.prisma.charge.create({
      data: {
        ...{ workspace_id, resource_type: "volume", resource_id: newId("vol"), sku_code: "volume.nvme", quantity },
        charged_from: month,
      },
    });
  const hours = (Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1) - month.getTime()) / HOUR_MS;
  const money = (text: string) => Number(text).toFixed(6);
  const change = { book_id: STANDARD_BOOK, sku_code: "volume.nvme", hourly_price: "0.0003" };
  const preview = await previewPrices(database, (tentative) => setPrice(tentative, change), 1);
  expect(preview.organizations.map(({ organization_id, difference }) => [organization_id, money(difference)])).toEqual([
    [large.organization_id, (hours * 20 * 0.0001).toFixed(6)],
  ]);
  expect(preview.changed).toBe(2);
  expect(money(preview.difference)).toBe((hours * 21 * 0.0001).toFixed(6));
  const capped = await previewPrices(database, (tentative) =>
    setPrice(tentative, { ...change, hourly_price: "0.0002", monthly_cap: "0.1", free_quantity: "1" }),
  );
  expect(capped.organizations.map(({ organization_id, after }) => [organization_id, money(after)])).toEqual([
    [large.organization_id, "2.000000"],
    [small.organization_id, "0.000000"],
  ]);
  const off = await previewPrices(database, async (tentative) => {
    await createPriceBook(tentative, { book_id: "half", name: "Half" });
    await setDiscount(tentative, { book_id: "half", percent_off: "50" });
    return assignPriceBook(tentative, { organization_id: small.organization_id, book_id: "half" });
  });
  expect(off.organizations.map(({ organization_id }) => organization_id)).toEqual([small.organization_id]);
  expect(await listPrices(database, change)).toHaveLength(1);
});
