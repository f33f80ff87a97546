import type { InvoiceDetail } from "@fulmar/contract";
import { type Database, openDatabase } from "@fulmar/prisma";
import { createTestDatabase, processUrl, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { invoiceCsv } from "../../src/billing/invoice-csv.ts";
import { invoicePdf } from "../../src/billing/invoice-pdf.ts";
import { issueInvoices } from "../../src/billing/issue-invoices.ts";
import { meterUsage } from "../../src/billing/meter-usage.ts";
import { seedPlatform } from "../../src/operator.ts";
import { newId } from "../../src/request/identifiers.ts";
import { invoiceDetails } from "./invoice-detail.ts";
import { priceFrom, writePast } from "./past-prices.ts";
import { textOf } from "./pdf-text.ts";

const NOW = new Date("2025-03-01T00:05:00Z");

let testDatabase: TestDatabase;
let database: Database;
/** The worker's, whose login owns nothing. */
let worker: Database;
let organizationId: string;
let main: bigint;
let staging: bigint;

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

beforeEach(async () => {
  await writePast(database, "DELETE FROM price WHERE valid_from > 'epoch'");
  await database.pool.query("UPDATE meter SET metered_until = '2026-01-01T00:00Z', invoiced_until = '2026-01-01'");
  organizationId = newId("org");
  await database.prisma.organization.create({ data: { organization_id: organizationId, name: "Engines" } });
  await database.prisma.wallet.create({
    data: { organization_id: organizationId, balance: "100000", currency: "USD" },
  });
  const workspace = (name: string) =>
    database.prisma.workspace.create({ data: { organization_id: organizationId, name } });
  main = (await workspace("Main")).workspace_id;
  staging = (await workspace("Staging")).workspace_id;
  // The last day of the month that most tests invoice: each hour of a month takes two milliseconds.
  await meterFrom("2025-02-28");
});

/** The organization is metered from this day on, and has no invoices from the day's month on. */
async function meterFrom(day: string) {
  await database.pool.query(
    `UPDATE meter SET metered_until = $2::timestamptz, invoiced_until = date_trunc('month',
       $2::timestamptz AT TIME ZONE 'UTC')::date WHERE organization_id = $1`,
    [organizationId, `${day}T00:00:00Z`],
  );
}

/** Moves the meter over hours in which nothing is used. */
async function skipTo(day: string) {
  await database.pool.query("UPDATE meter SET metered_until = $2::timestamptz WHERE organization_id = $1", [
    organizationId,
    `${day}T00:00:00Z`,
  ]);
}

async function charge(workspace_id: bigint, sku_code: string, quantity: number, from: string, until: string | null) {
  await database.prisma.charge.create({
    data: {
      ...{ workspace_id, resource_type: "volume", resource_id: newId("vol"), sku_code, quantity },
      charged_from: new Date(from),
      charged_until: until === null ? null : new Date(until),
    },
  });
}

async function meterAndIssue(now = NOW) {
  await meterUsage(worker, { now });
  await issueInvoices(worker, { now });
}

const invoices = () => invoiceDetails(database, organizationId);

async function detailOf(month: string): Promise<InvoiceDetail> {
  const invoice = (await invoices()).find((one) => one.month === month);
  if (invoice === undefined) throw new Error(`there is no invoice of ${month}`);
  return invoice;
}

test("an ended month has one invoice, whose lines are the usage of each product in each workspace", async () => {
  await meterFrom("2025-01-31");
  await charge(main, "volume.ssd", 100, "2025-01-31T22:00:00Z", "2025-02-01T02:00:00Z");
  await charge(main, "ip.reserved", 1, "2025-02-10T00:00:00Z", "2025-02-10T00:30:00Z");
  await charge(staging, "volume.ssd", 7, "2025-02-10T00:00:00Z", "2025-02-10T01:00:00.001Z");
  await meterAndIssue();
  expect((await invoices()).map(({ month, number }) => [month, number])).toEqual([
    ["2025-01", `${organizationId.slice(-6).toUpperCase()}-0001`],
    ["2025-02", `${organizationId.slice(-6).toUpperCase()}-0002`],
  ]);
  expect(await detailOf("2025-02")).toMatchObject({
    organization_name: "Engines",
    currency: "USD",
    total: "0.02734",
    lines: [
      { workspace_name: "Main", name: "Reserved IP", unit: "address hour", quantity: "0.5", amount: "0.0025" },
      { workspace_name: "Main", name: "SSD volume", unit: "gigabyte hour", quantity: "200", amount: "0.024" },
      { workspace_name: "Staging", quantity: "7.00000194", unit_price: "0.00012", amount: "0.00084" },
    ],
  });
});

test("an invoice is what the ledger took for the month", async () => {
  await charge(main, "volume.nvme", 13, "2025-02-28T10:20:30.123Z", null);
  await charge(staging, "load-balancer", 1, "2025-02-28T00:00:00.777Z", "2025-03-01T05:00:00Z");
  await meterAndIssue();
  const { rows } = await database.pool.query<{ total: string }>(
    `SELECT (-sum(amount))::text AS total FROM ledger_entry
      WHERE organization_id = $1 AND kind = 'usage' AND reference LIKE '2025-02-%'`,
    [organizationId],
  );
  const { total, lines } = await detailOf("2025-02");
  expect(Number(total)).toBeGreaterThan(0);
  expect(BigInt(total.replace(".", "").padEnd(20, "0"))).toBe(
    BigInt(rows[0]?.total.replace(".", "").padEnd(20, "0") ?? 0),
  );
  expect(lines).toHaveLength(2);
});

test("a new price makes a line of its own, and transfer counts megabytes", async () => {
  await charge(main, "volume.hdd", 10, "2025-02-28T00:00:00Z", "2025-02-28T02:00:00Z");
  await database.prisma.transfer.create({
    data: {
      ...{ workspace_id: main, hour: new Date("2025-02-28T10:00:00Z"), resource_type: "bucket", resource_id: "media" },
      ...{ sku_code: "object.transfer", bytes: 3_000_000n },
    },
  });
  await priceFrom(database, "volume.hdd", "2025-02-28T01:00:00Z", { hourly: "0.0001" });
  await priceFrom(database, "volume.hdd", "2025-02-28T02:00:00Z", { hourly: "0.00005" });
  await meterAndIssue();
  expect((await detailOf("2025-02")).lines).toMatchObject([
    { sku_code: "object.transfer", unit: "megabyte", quantity: "3", unit_price: "0.00001", amount: "0.00003" },
    { sku_code: "volume.hdd", quantity: "10", unit_price: "0.00005", price_since: null, amount: "0.0005" },
    {
      ...{ sku_code: "volume.hdd", quantity: "10", unit_price: "0.0001", amount: "0.001" },
      price_since: "2025-02-28T01:00:00.000Z",
    },
  ]);
});

test("an invoice never changes, whatever is renamed or gets another price", async () => {
  await charge(main, "nat.gateway", 1, "2025-02-28T00:00:00Z", "2025-03-01T00:00:00Z");
  await meterAndIssue();
  const before = await detailOf("2025-02");
  await database.prisma.workspace.update({ where: { workspace_id: main }, data: { name: "Other" } });
  await database.prisma.organization.update({
    where: { organization_id: organizationId },
    data: { name: "Others" },
  });
  await database.pool.query("UPDATE sku SET name = name || ' 2' WHERE sku_code = 'nat.gateway'");
  await priceFrom(database, "nat.gateway", "2025-02-01T00:00:00Z", { hourly: "0.09" });
  await skipTo("2025-03-31");
  await meterAndIssue(new Date("2025-04-01T00:05:00Z"));
  await database.pool.query("UPDATE sku SET name = 'NAT gateway' WHERE sku_code = 'nat.gateway'");
  expect(await detailOf("2025-02")).toEqual(before);
  for (const change of ["UPDATE invoice SET total = 0", "DELETE FROM invoice_line", "TRUNCATE invoice CASCADE"])
    await expect(database.pool.query(change)).rejects.toThrow("only ever added");
});

test("a month is invoiced when its last hour is metered, and a month without usage has none", async () => {
  await meterFrom("2025-01-31");
  await charge(main, "nat.gateway", 1, "2025-01-31T10:00:00Z", "2025-01-31T11:00:00Z");
  await charge(main, "nat.gateway", 1, "2025-03-10T00:00:00Z", "2025-03-11T00:00:00Z");
  await meterUsage(worker, { now: new Date("2025-01-31T23:30:00Z") });
  await issueInvoices(worker, { now: new Date("2025-02-01T00:00:30Z") });
  expect(await invoices()).toEqual([]);
  await meterUsage(worker, { now: new Date("2025-02-01T00:02:00Z") });
  await skipTo("2025-03-10");
  await meterUsage(worker, { now: new Date("2025-03-11T00:02:00Z") });
  await skipTo("2025-03-31");
  await meterAndIssue(new Date("2025-04-01T00:02:00Z"));
  expect((await invoices()).map(({ month, number }) => [month, number.slice(-4)])).toEqual([
    ["2025-01", "0001"],
    ["2025-03", "0002"],
  ]);
});

test("workers that issue at once, and one that dies, leave one invoice of each month", async () => {
  await meterFrom("2025-01-31");
  await charge(main, "nat.gateway", 1, "2025-01-31T10:00:00Z", "2025-02-01T00:00:00Z");
  await charge(main, "nat.gateway", 1, "2025-02-28T00:00:00Z", null);
  await meterUsage(worker, { now: new Date("2025-02-01T00:02:00Z") });
  await skipTo("2025-02-28");
  await meterUsage(worker, { now: NOW });
  const dies: Pick<Database, "transaction"> = {
    transaction: (work, options) =>
      worker.transaction(async (transaction) => {
        await work(transaction);
        throw new Error("the worker is gone");
      }, options),
  };
  await expect(issueInvoices(dies, { now: NOW })).rejects.toThrow("the worker is gone");
  expect(await invoices()).toEqual([]);
  await Promise.all(Array.from({ length: 4 }, () => issueInvoices(worker, { now: NOW })));
  await issueInvoices(worker, { now: NOW });
  expect((await invoices()).map(({ month }) => month)).toEqual(["2025-01", "2025-02"]);
});

test("the CSV has exact amounts, and the PDF the lines of every workspace on as many pages as they need", async () => {
  await meterFrom("2025-02-27");
  const at = (hour: number, minute = 0) => new Date(Date.UTC(2025, 1, 27, hour, minute));
  for (let hour = 1; hour <= 28; hour++) {
    const hourly = `0.0001${String(hour).padStart(4, "0")}`;
    await priceFrom(database, "volume.hdd", at(hour - 1).toISOString(), { hourly });
    for (const workspace of [main, staging])
      await charge(workspace, "volume.hdd", hour, at(hour - 1).toISOString(), at(hour).toISOString());
  }
  await meterAndIssue();
  const invoice = await detailOf("2025-02");
  const csv = invoiceCsv(invoice).split("\r\n");
  expect(csv).toHaveLength(58);
  expect(csv[0]).toBe(
    "number,month,workspace_id,workspace_name,sku_code,name,unit,quantity,unit_price,amount,currency," +
      "price_since,free_quantity,free_amount,capped_amount,tax_country,tax_percent,tax_net,reverse_charge," +
      "seller_name,seller_vat_number,buyer_name,buyer_vat_number",
  );
  expect(csv[1]).toBe(
    `${invoice.number},2025-02,${main},Main,volume.hdd,HDD volume,gigabyte ` +
      "hour,1,0.00010001,0.00010001,USD,2025-02-27T00:00:00.000Z,0,0,0,,,,,,,,",
  );
  const pdf = await invoicePdf(invoice, "Fulmar");
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.equals(await invoicePdf(invoice, "Fulmar"))).toBe(true);
  const text = textOf(pdf);
  for (const word of [
    "Invoice",
    "Engines",
    "February 2025",
    invoice.number,
    "Main",
    "Staging",
    "HDD volume",
    "price since 2025-02-28 03:00 UTC",
    "page 2 of 4",
  ])
    expect(text).toContain(word);
});
