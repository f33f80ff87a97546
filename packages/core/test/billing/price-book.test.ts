// Prices by the hour, for everybody and for some. The clock is that of February and March 2025.
import type { Database } from "@fulmar/prisma";
import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { invoiceCsv } from "../../src/billing/invoice-csv.ts";
import { issueInvoices } from "../../src/billing/issue-invoices.ts";
import { meterUsage } from "../../src/billing/meter-usage.ts";
import { monthCost } from "../../src/billing/month-cost.ts";
import { seedPlatform } from "../../src/operator.ts";
import { newId } from "../../src/request/identifiers.ts";
import { invoiceDetails } from "./invoice-detail.ts";
import { priceFrom, writePast } from "./past-prices.ts";

const MEGABYTE = 1_048_576n;

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await seedPlatform(database, { environment: "development" });
});
afterAll(() => testDatabase.drop());

beforeEach(async () => {
  await database.pool.query("UPDATE meter SET metered_until = '2026-01-01T00:00Z', invoiced_until = '2026-01-01'");
  await writePast(
    database,
    `WITH unassigned AS (DELETE FROM price_book_assignment),
          undiscounted AS (DELETE FROM price_book_discount)
     DELETE FROM price WHERE valid_from > 'epoch' OR book_id <> 'standard'`,
  );
  await database.pool.query("DELETE FROM price_book WHERE book_id <> 'standard'");
});

interface Customer {
  readonly organizationId: string;
  readonly workspaceId: bigint;
}

/** An organization that is metered from this hour on. */
async function customerFrom(hour: string): Promise<Customer> {
  const organizationId = newId("org");
  await database.prisma.organization.create({ data: { organization_id: organizationId, name: "Engines" } });
  await database.prisma.wallet.create({
    data: { organization_id: organizationId, balance: "100000", currency: "USD" },
  });
  const workspace = await database.prisma.workspace.create({ data: { organization_id: organizationId, name: "Main" } });
  await database.pool.query(
    "UPDATE meter SET metered_until = $2::timestamptz, invoiced_until = date_trunc('month', $2::timestamptz AT TIME ZONE 'UTC')::date WHERE organization_id = $1",
    [organizationId, hour],
  );
  return { organizationId, workspaceId: workspace.workspace_id };
}

async function charge(
  { workspaceId }: Customer,
  sku_code: string,
  quantity: number,
  span: readonly [from: string, until: string],
  resource_id = newId("vol"),
) {
  await database.prisma.charge.create({
    data: {
      ...{ workspace_id: workspaceId, resource_type: "volume", resource_id, sku_code, quantity },
      ...{ charged_from: new Date(span[0]), charged_until: new Date(span[1]) },
    },
  });
}

async function send({ workspaceId }: Customer, hour: string, megabytes: bigint, resource_id = "media") {
  await database.prisma.transfer.create({
    data: {
      ...{ workspace_id: workspaceId, hour: new Date(hour), resource_type: "bucket", resource_id },
      ...{ sku_code: "object.transfer", bytes: megabytes * MEGABYTE },
    },
  });
}

async function book(book_id: string, customer: Customer, from: string, percentOff?: string) {
  await database.pool.query("INSERT INTO price_book (book_id, name) VALUES ($1, $1)", [book_id]);
  await writePast(database, "INSERT INTO price_book_assignment VALUES ($1, $2, $3)", [
    customer.organizationId,
    from,
    book_id,
  ]);
  if (percentOff !== undefined)
    await writePast(database, "INSERT INTO price_book_discount VALUES ($1, $2, $3)", [book_id, from, percentOff]);
}

/** Meters up to this hour, as a worker does that was away until then. */
const meter = (until: string) => meterUsage(database, { now: new Date(Date.parse(until) + 120_000) });

/** Hour, price, what was free, what the cap took, and the amount of each record. */
async function records({ workspaceId }: Customer) {
  const rows = await database.prisma.usageRecord.findMany({
    where: { workspace_id: workspaceId },
    orderBy: [{ hour: "asc" }, { charge_id: "asc" }],
  });
  return rows.map((row) => [
    row.hour.toISOString().slice(5, 13),
    row.unit_price.toFixed(),
    row.free_amount.toFixed(),
    row.capped_amount.toFixed(),
    row.amount.toFixed(),
  ]);
}

async function invoiceOf({ organizationId }: Customer, now: string) {
  await issueInvoices(database, { now: new Date(Date.parse(now) + 300_000) });
  const invoice = (await invoiceDetails(database, organizationId)).at(-1);
  if (invoice === undefined) throw new Error("there is no invoice");
  return invoice;
}

test("a price that rises with the month charges each hour its own, though the worker was away for three", async () => {
  const customer = await customerFrom("2025-02-28T22:00:00Z");
  await charge(customer, "nat.gateway", 1, ["2025-02-28T22:00:00Z", "2025-03-01T01:30:00Z"]);
  await priceFrom(database, "nat.gateway", "2025-03-01T00:00:00Z", { hourly: "0.05" });
  await meter("2025-03-01T02:00:00Z");
  expect(await records(customer)).toEqual([
    ["02-28T22", "0.03", "0", "0", "0.03"],
    ["02-28T23", "0.03", "0", "0", "0.03"],
    ["03-01T00", "0.05", "0", "0", "0.05"],
    ["03-01T01", "0.05", "0", "0", "0.025"],
  ]);
});

test("a customer at 20 % off pays the standard price less that, or the price of their own", async () => {
  const [other, customer] = [await customerFrom("2025-02-10T00:00:00Z"), await customerFrom("2025-02-10T00:00:00Z")];
  await book("partners", customer, "2025-02-10T01:00:00Z", "20");
  await priceFrom(database, "ip.reserved", "2025-02-10T02:00:00Z", { hourly: "0.00333333" });
  await priceFrom(database, "ip.reserved", "2025-02-10T03:00:00Z", { hourly: "0.001" }, "partners");
  await priceFrom(database, "ip.reserved", "2025-02-10T04:00:00Z", { hourly: null }, "partners");
  await writePast(database, "INSERT INTO price_book_assignment VALUES ($1, '2025-02-10T05:00Z', 'standard')", [
    customer.organizationId,
  ]);
  for (const one of [other, customer])
    await charge(one, "ip.reserved", 1, ["2025-02-10T00:00:00Z", "2025-02-10T06:00:00Z"]);
  await meter("2025-02-10T06:00:00Z");
  const pricesOf = async (one: Customer) => (await records(one)).map(([, price]) => price);
  expect(await pricesOf(other)).toEqual(["0.005", "0.005", ...Array(4).fill("0.00333333")]);
  expect(await pricesOf(customer)).toEqual(["0.005", "0.004", "0.00266666", "0.001", "0.00266666", "0.00333333"]);
});

test("a resource costs no more than the cap of its units in a calendar month", async () => {
  const customer = await customerFrom("2025-02-28T19:00:00Z");
  await priceFrom(database, "volume.ssd", "2025-02-28T20:00:00Z", { hourly: "0.5", cap: "1.1" });
  await charge(customer, "volume.ssd", 2, ["2025-02-28T19:00:00Z", "2025-02-28T22:30:00Z"], "grows");
  await charge(customer, "volume.ssd", 3, ["2025-02-28T22:30:00Z", "2025-03-01T01:00:00Z"], "grows");
  for (const hour of ["2025-02-28T21:00:00Z", "2025-02-28T23:00:00Z", "2025-03-01T01:00:00Z"]) await meter(hour);
  expect(await records(customer)).toEqual([
    ["02-28T19", "0.00012", "0", "0", "0.00024"],
    ["02-28T20", "0.5", "0", "0", "1"],
    ["02-28T21", "0.5", "0", "0", "1"],
    ["02-28T22", "0.5", "0", "0", "0.5"],
    ["02-28T22", "0.5", "0", "0", "0.75"],
    ["02-28T23", "0.5", "0", "1.45024", "0.04976"],
    ["03-01T00", "0.5", "0", "0", "1.5"],
  ]);
});

async function forecastOf({ workspaceId }: Customer) {
  const { rows } = await database.pool.query(
    `SELECT trim_scale(cost.spent)::text AS spent, trim_scale(cost.expected)::text AS expected
       FROM workspace w JOIN meter m USING (organization_id), ${monthCost("'2025-02-28T20:00:00Z'::timestamptz")} AS cost
      WHERE w.workspace_id = $1`,
    [workspaceId],
  );
  return rows[0];
}

test("a forecast of the month leaves out what is free, which workspaces share", async () => {
  const customer = await customerFrom("2025-02-28T12:00:00Z");
  const { workspace_id } = await database.prisma.workspace.create({
    data: { organization_id: customer.organizationId, name: "Other" },
  });
  const other = { ...customer, workspaceId: workspace_id };
  await database.prisma.workspace.updateMany({ data: { created_at: new Date("2025-01-01") } });
  await priceFrom(database, "volume.ssd", "2025-02-28T12:00:00Z", { hourly: "0.5", free: "2" });
  await priceFrom(database, "object.transfer", "2025-02-28T12:00:00Z", { hourly: "0.1", free: "100" });
  for (const [one, quantity] of [
    [customer, 2],
    [other, 6],
  ] as const)
    await database.prisma.charge.create({
      data: {
        ...{ workspace_id: one.workspaceId, resource_type: "volume", resource_id: newId("vol") },
        ...{ sku_code: "volume.ssd", quantity, charged_from: new Date("2025-02-28T12:00:00Z") },
      },
    });
  // A quarter of all is free.
  expect(await forecastOf(customer)).toEqual({ spent: "0", expected: "9" });
  expect(await forecastOf(other)).toEqual({ spent: "0", expected: "27" });
  await send(customer, "2025-02-28T12:00:00Z", 40n);
  await send(other, "2025-02-28T13:00:00Z", 200n);
  await meter("2025-02-28T16:00:00Z");
  // 140 of 240 are paid, and 10 in each of the next hours. The other's charge is younger, so the first one's is free.
  expect(await forecastOf(customer)).toMatchObject({
    spent: "0",
    expected: String(8 * 0.75 + (8 * 40 * 0.1) / 24).slice(0, 10),
  });
});

test("a forecast of the month stops at the cap of each resource", async () => {
  const customer = await customerFrom("2025-02-28T12:00:00Z");
  await priceFrom(database, "volume.ssd", "2025-02-28T13:00:00Z", { hourly: "0.5", cap: "2" });
  for (const quantity of [1, 3])
    await charge(customer, "volume.ssd", quantity, ["2025-02-28T14:00:00Z", "2025-03-01T00:00:00Z"]);
  await charge(customer, "volume.ssd", 1, ["2025-02-28T21:00:00Z", "2025-02-28T23:00:00Z"]);
  const forecast = () => forecastOf(customer);
  expect(await forecast()).toEqual({ spent: "0", expected: "9" });
  await meter("2025-02-28T16:00:00Z");
  expect(await forecast()).toEqual({ spent: "4", expected: "9" });
  await meter("2025-03-01T00:00:00Z");
  expect(await forecast()).toEqual({ spent: "9", expected: "9" });
});

test("the first units of an organization are free in every hour, those of the oldest charges first", async () => {
  const customer = await customerFrom("2025-02-10T00:00:00Z");
  await priceFrom(database, "volume.hdd", "2025-02-01T00:00:00Z", { hourly: "0.1", free: "15" });
  await charge(customer, "volume.hdd", 10, ["2025-02-10T00:00:00Z", "2025-02-10T01:30:00Z"]);
  await charge(customer, "volume.hdd", 10, ["2025-02-10T00:00:00Z", "2025-02-10T02:00:00Z"]);
  await charge(customer, "volume.hdd", 10, ["2025-02-10T01:00:00Z", "2025-02-10T01:30:00Z"]);
  await meter("2025-02-10T02:00:00Z");
  expect(await records(customer)).toEqual([
    ["02-10T00", "0.1", "1", "0", "0"],
    ["02-10T00", "0.1", "0.5", "0", "0.5"],
    ["02-10T01", "0.1", "0.5", "0", "0"],
    ["02-10T01", "0.1", "1", "0", "0"],
    ["02-10T01", "0.1", "0", "0", "0.5"],
  ]);
});

test("the first transfer of an organization is free in every calendar month", async () => {
  const customer = await customerFrom("2025-02-28T21:00:00Z");
  await priceFrom(database, "object.transfer", "2025-02-28T22:00:00Z", { hourly: "0.01", free: "100" });
  await send(customer, "2025-02-28T21:00:00Z", 20n);
  await send(customer, "2025-02-28T22:00:00Z", 40n);
  await send(customer, "2025-02-28T23:00:00Z", 30n, "first");
  await send(customer, "2025-02-28T23:00:00Z", 30n, "second");
  await send(customer, "2025-03-01T00:00:00Z", 5n);
  for (const hour of ["2025-02-28T23:00:00Z", "2025-03-01T01:00:00Z"]) await meter(hour);
  expect(await records(customer)).toEqual([
    ["02-28T21", "0.00001", "0", "0", "0.0002"],
    ["02-28T22", "0.01", "0.4", "0", "0"],
    ["02-28T23", "0.01", "0.1", "0", "0.2"],
    ["02-28T23", "0.01", "0.3", "0", "0"],
    ["03-01T00", "0.01", "0.05", "0", "0"],
  ]);
});

test("the invoice of a month says which price held when, what was free and what the cap took, to the cent", async () => {
  const customer = await customerFrom("2025-02-01T00:00:00Z");
  await book("partners", customer, "2025-02-01T00:00:00Z", "20");
  await priceFrom(database, "volume.ssd", "2025-02-15T00:00:00Z", { hourly: "0.00015" });
  await priceFrom(database, "nat.gateway", "2025-01-01T00:00:00Z", { hourly: "0.03", cap: "15" });
  await priceFrom(database, "object.storage", "2025-01-01T00:00:00Z", { hourly: "0.00003", free: "10" });
  const month = ["2025-02-01T00:00:00Z", "2025-03-01T00:00:00Z"] as const;
  await charge(customer, "volume.ssd", 100, month);
  await charge(customer, "nat.gateway", 1, month);
  await charge(customer, "object.storage", 30, month);
  await meter("2025-03-01T00:00:00Z");
  const invoice = await invoiceOf(customer, "2025-03-01T00:00:00Z");
  const first = "2025-02-01T00:00:00.000Z";
  expect(invoice).toMatchObject({
    month: "2025-02",
    total: "19.58016",
    lines: [
      // 672 × $0.024 would be $16.128.
      { sku_code: "nat.gateway", unit_price: "0.024", price_since: first, capped_amount: "4.128", amount: "12" },
      {
        ...{ sku_code: "object.storage", quantity: "20160", unit_price: "0.000024", price_since: first },
        ...{ free_quantity: "6720", free_amount: "0.16128", amount: "0.32256" },
      },
      { sku_code: "volume.ssd", quantity: "33600", unit_price: "0.000096", price_since: first, amount: "3.2256" },
      {
        ...{ sku_code: "volume.ssd", quantity: "33600", unit_price: "0.00012", amount: "4.032" },
        price_since: "2025-02-15T00:00:00.000Z",
      },
    ],
  });
  expect(invoiceCsv(invoice).split("\r\n")[2]).toMatch(
    /,object\.storage,Stored objects,gigabyte hour,20160,0\.000024,0\.32256,USD,2025-02-01T00:00:00\.000Z,6720,0\.16128,0,,,,,,,,$/,
  );
});
