// Amounts in currencies whose unit has no decimals, or three.
import { CURRENCIES, decimalsOf } from "@fulmar/contract";
import { type Database, openDatabase } from "@fulmar/prisma";
import { createTestDatabase, processUrl, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceCsv } from "../../src/billing/invoice-csv.ts";
import { invoicePdf } from "../../src/billing/invoice-pdf.ts";
import { issueInvoices } from "../../src/billing/issue-invoices.ts";
import { meterUsage } from "../../src/billing/meter-usage.ts";
import { createOrganization, seedPlatform } from "../../src/operator.ts";
import { invoiceDetails } from "./invoice-detail.ts";
import { priceFrom, taxFrom } from "./past-prices.ts";
import { textOf } from "./pdf-text.ts";

const NOW = new Date("2025-03-01T00:05:00Z");
const FROM = "2025-02-27T00:00:00Z";

let testDatabase: TestDatabase;
let database: Database;
let worker: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  worker = openDatabase(processUrl(testDatabase.url, "fulmar_worker"));
});
afterAll(async () => {
  await worker.close();
  await testDatabase.drop();
});

/** Charges an organization for two days of a product in a currency, and reads the invoice. */
async function invoiceIn(currency: string, hourly: string) {
  const { prisma } = database;
  await prisma.installationSettings.updateMany({ data: { currency } });
  const { organizationId, workspaceIds } = await createOrganization(database, { name: `In ${currency}` });
  expect(await prisma.wallet.findUnique({ where: { organization_id: organizationId } })).toMatchObject({ currency });
  const sku_code = `vm.${currency.toLowerCase()}`;
  await prisma.sku.create({
    data: { sku_code, family: "compute", name: "Machine", unit: "instance", hourly_price: hourly, currency },
  });
  await prisma.billingDetails.create({
    data: { organization_id: organizationId, legal_name: "Engines", address_lines: [], country: "JP" },
  });
  await prisma.charge.create({
    data: {
      ...{ workspace_id: BigInt(workspaceIds[0] ?? 0), resource_type: "cloud_vm", resource_id: "vm_1", sku_code },
      ...{ quantity: 1, charged_from: new Date(FROM), charged_until: NOW },
    },
  });
  await database.pool.query(
    "UPDATE meter SET metered_until = $1::timestamptz, invoiced_until = '2025-02-01' WHERE organization_id = $2",
    [FROM, organizationId],
  );
  await priceFrom(database, sku_code, "2025-01-01T00:00:00Z", { hourly });
  await meterUsage(worker, { now: NOW });
  await issueInvoices(worker, { now: NOW });
  const [invoice] = await invoiceDetails(database, organizationId);
  if (invoice === undefined) throw new Error("there is no invoice");
  return { invoice, text: textOf(await invoicePdf(invoice, "Nordwolke")) };
}

test("an invoice in yen has tax and total in whole yen, one in dinars has three decimals", async () => {
  await seedPlatform(database, { environment: "development" });
  await taxFrom(database, "JP", "2025-01-01", "10");
  // 48 × 2.345 = 112.56, of which 10 % are 11.256.
  const yen = await invoiceIn("JPY", "2.345");
  expect(yen.invoice).toMatchObject({ currency: "JPY", net_total: "112.56", tax_total: "11", total: "123.56" });
  expect(yen.text).toContain("¥124");
  expect(yen.text).toContain("¥113");
  expect(yen.text).toContain("¥112.56");
  expect(yen.text).toContain("Nordwolke");
  expect(yen.text).not.toContain("$");
  expect(invoiceCsv(yen.invoice)).toContain(",112.56,JPY,");
  const dinar = await invoiceIn("KWD", "0.0125");
  // 48 × 0.0125 = 0.6, of which 10 % are 0.06.
  expect(dinar.invoice).toMatchObject({ currency: "KWD", tax_total: "0.06", total: "0.66" });
  expect(dinar.text).toContain("KWD\u00a00.660");
  // The fonts have no sign of it.
  expect((await invoiceIn("INR", "1.5")).text).toContain("INR\u00a079.20");
});

test("contract and database have the same decimals for each currency", async () => {
  const { rows } = await database.pool.query<{ code: string; decimals: number }>(
    "SELECT code, currency_decimals(code) AS decimals FROM unnest($1::text[]) AS code",
    [CURRENCIES],
  );
  expect(rows.map(({ code, decimals }) => [code, decimals])).toEqual(
    CURRENCIES.map((code) => [code, decimalsOf(code)]),
  );
});
