// Tax on invoices, beside a calculation by hand.
import { type Database, openDatabase } from "@fulmar/prisma";
import { createTestDatabase, processUrl, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceCsv } from "../../src/billing/invoice-csv.ts";
import { invoicePdf } from "../../src/billing/invoice-pdf.ts";
import { issueInvoices } from "../../src/billing/issue-invoices.ts";
import { meterUsage } from "../../src/billing/meter-usage.ts";
import { requireVatNumber } from "../../src/billing/vat-number.ts";
import { seedPlatform } from "../../src/operator.ts";
import { invoiceDetails } from "./invoice-detail.ts";
import { priceFrom, taxFrom, writePast } from "./past-prices.ts";
import { textOf } from "./pdf-text.ts";

const NOW = new Date("2025-03-01T00:05:00Z");
/** Two days, in which three plans ran and the price of one rose. */
const [FIRST, SECOND] = ["2025-02-27T00:00:00Z", "2025-02-28T00:00:00Z"];
const PLANS = ["vm.nano", "vm.small", "vm.medium"] as const;

let testDatabase: TestDatabase;
let database: Database;
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

interface Customer {
  readonly country?: string;
  readonly vat_number?: string;
  readonly skus?: readonly string[];
}

async function customer(organization_id: string, { country, vat_number, skus = PLANS }: Customer) {
  const { prisma } = database;
  await prisma.organization.create({ data: { organization_id, name: organization_id } });
  await prisma.wallet.create({ data: { organization_id, balance: "100", currency: "USD" } });
  const { workspace_id } = await prisma.workspace.create({ data: { organization_id, name: "Main" } });
  if (country !== undefined)
    await prisma.billingDetails.create({
      data: {
        organization_id,
        legal_name: `${organization_id} GmbH`,
        address_lines: [],
        country,
        vat_number: vat_number ?? null,
      },
    });
  for (const sku_code of skus)
    await prisma.charge.create({
      data: {
        ...{ workspace_id, resource_type: "cloud_vm", resource_id: `vm_${sku_code}`, sku_code, quantity: 1 },
        charged_from: new Date(FIRST),
        charged_until: NOW,
      },
    });
}

test("three plans, a customer at −20 %, a price that rises, and the rates of the month's last day: to the cent", async () => {
  for (const [sku, hourly] of [
    ...PLANS.map((plan, at) => [plan, ["0.0125", "0.0333", "0.0777"][at] ?? ""] as const),
    ["nat.gateway", "0.03125"] as const,
  ])
    await priceFrom(database, sku, "2025-01-01T00:00:00Z", { hourly });
  await priceFrom(database, PLANS[2], SECOND, { hourly: "0.0999" });
  await database.pool.query("INSERT INTO price_book (book_id, name) VALUES ('red', 'Red')");
  await writePast(database, "INSERT INTO price_book_discount VALUES ('red', '2025-01-01T00:00Z', 20)");
  await database.prisma.seller.create({
    data: {
      legal_name: "Cloud AG",
      address_lines: ["Hafenstr. 7"],
      city: "Hamburg",
      country: "DE",
      vat_number: "DE136695976",
    },
  });
  for (const [day, percent] of [
    ["2025-01-01", "16"],
    ["2025-02-28", "19"],
    ["2025-03-01", "7"],
  ] as const)
    await taxFrom(database, "DE", day, percent);
  await taxFrom(database, "AT", "2025-01-01", "20", true);

  await customer("org_german", { country: "DE", vat_number: "DE811569869" });
  await customer("org_partner", { country: "DE" });
  await writePast(database, "INSERT INTO price_book_assignment VALUES ('org_partner', '2025-01-01T00:00Z', 'red')");
  await customer("org_austrian", { country: "AT", vat_number: "ATU18522105" });
  await customer("org_private", { country: "AT" });
  await customer("org_unknown", { skus: ["nat.gateway"] });
  await customer("org_french", { country: "FR" });
  await database.pool.query("UPDATE meter SET metered_until = $1::timestamptz, invoiced_until = '2025-02-01'", [FIRST]);
  await meterUsage(worker, { now: NOW });
  await issueInvoices(worker, { now: NOW });

  // Net: 48 × 0.0125 + 48 × 0.0333 + 24 × 0.0777 + 24 × 0.0999 = 6.4608, and at −20 %
  // 48 × 0.01 + 48 × 0.02664 + 24 × 0.06216 + 24 × 0.07992 = 5.16864. 19 % of them are 1.227552 and 0.9820416, and
  // 20 % of the first 1.29216. 48 × 0.03125 = 1.5, of which 19 % are 0.285: half up.
  const invoices = await invoiceDetails(database);
  expect(
    invoices.map(({ organization_id, net_total, tax_total, total }) => [
      ...[organization_id.slice(4), net_total, tax_total, total],
    ]),
  ).toEqual([
    ["austrian", "6.4608", "0", "6.4608"],
    ["french", "6.4608", "0", "6.4608"],
    ["german", "6.4608", "1.23", "7.6908"],
    ["partner", "5.16864", "0.98", "6.14864"],
    ["private", "6.4608", "1.29", "7.7508"],
    ["unknown", "1.5", "0.29", "1.79"],
  ]);
  const { rows } = await database.pool.query(
    `SELECT e.organization_id, trim_scale(e.amount)::text AS amount, e.reference = i.number AS of_invoice
       FROM ledger_entry e JOIN invoice i USING (organization_id) WHERE e.kind = 'tax' ORDER BY 1`,
  );
  expect(rows).toEqual(
    [
      ["german", "-1.23"],
      ["partner", "-0.98"],
      ["private", "-1.29"],
      ["unknown", "-0.29"],
    ].map(([name, amount]) => ({
      ...{ organization_id: `org_${name}`, amount, of_invoice: true },
    })),
  );
  const wallets = await database.prisma.wallet.findMany();
  for (const { organization_id, total } of invoices) {
    const wallet = wallets.find((one) => one.organization_id === organization_id);
    expect(wallet?.balance.plus(total).toFixed()).toBe("100");
  }

  const [austrian, , german] = invoices;
  if (austrian === undefined || german === undefined) throw new Error("an invoice is missing");
  expect(german).toMatchObject({
    tax_lines: [{ name: "VAT", country: "DE", percent: "19", net: "6.4608", tax: "1.23", reverse_charge: false }],
    buyer: { legal_name: "org_german GmbH", vat_number: "DE811569869" },
    seller: { legal_name: "Cloud AG", city: "Hamburg", vat_number: "DE136695976" },
  });
  expect(austrian.tax_lines).toEqual([
    { name: "VAT", country: "AT", percent: "0", net: "6.4608", tax: "0", reverse_charge: true },
  ]);
  const rowsOfCsv = invoiceCsv(german).trim().split("\r\n");
  expect(rowsOfCsv.at(-1)).toBe(
    `${german.number},2025-02,,,,VAT,,,,1.23,USD,,,,,DE,19,6.4608,false,Cloud AG,DE136695976,org_german GmbH,DE811569869`,
  );
  const sum = rowsOfCsv.slice(1).reduce((total, row) => total + Number(row.split(",")[9]), 0);
  expect(sum.toFixed(4)).toBe("7.6908");
  const text = textOf(await invoicePdf(german, "Fulmar"));
  for (const word of ["Cloud AG", "VAT number DE811569869", "VAT 19 % (DE)", "Net", "$6.46", "$1.23", "$7.69"])
    expect(text).toContain(word);
  expect(textOf(await invoicePdf(austrian, "Fulmar"))).toContain("Reverse charge");
});

test("the decimals of the currency round the tax", async () => {
  const { rows } = await database.pool.query(
    `SELECT c, tax_on(1234.5, 19, currency_decimals(c))::text AS tax FROM unnest(ARRAY['EUR', 'JPY', 'KWD']) AS c`,
  );
  // 234.555
  expect(rows.map(({ tax }) => tax)).toEqual(["234.56", "235", "234.555"]);
});

test.each([
  ["DE", "DE136695976", true],
  ["DE", "136695976", false],
  ["DE", "ATU18522105", false],
  ["AT", "ATU18522105", true],
  ["GR", "EL094259216", true],
  ["US", "ANY12345", true],
])("of %s, the VAT number %s is taken: %s", (country, vat_number, taken) => {
  const check = () => requireVatNumber({ country, vat_number });
  if (taken) expect(check).not.toThrow();
  else expect(check).toThrow("with the country's prefix");
});
