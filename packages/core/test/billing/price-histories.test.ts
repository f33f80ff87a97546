// Random prices, books, caps and free amounts: every record is computed a second time, and all sums agree.
import type { Database } from "@fulmar/prisma";
import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueInvoices } from "../../src/billing/issue-invoices.ts";
import { meterUsage } from "../../src/billing/meter-usage.ts";
import { seedPlatform } from "../../src/operator.ts";
import { HOUR_MS, randomNumbers } from "./metered-month.ts";
import { taxFrom, writePast } from "./past-prices.ts";

const SEED = Number(process.env.FULMAR_SEED ?? 20_250_228);
const START = Date.parse("2025-02-27T12:00:00Z");
const HOURS = 60;
const MONTH = Date.parse("2025-03-01T00:00:00Z");
const SKUS = ["volume.ssd", "volume.hdd", "nat.gateway", "object.transfer"] as const;
const ORGANIZATIONS = ["org_a", "org_b", "org_c"] as const;
const BOOKS = ["standard", "blue", "red"] as const;
const UNIT = 100_000_000n;
const HOUR = BigInt(HOUR_MS);

type Sku = (typeof SKUS)[number];

/** Amounts in hundred-millionths; free units in whole units. */
interface Price {
  readonly hourly: bigint | null;
  readonly cap: bigint | null;
  readonly free: bigint | null;
}
interface From<Value> {
  readonly from: number;
  readonly value: Value;
}
interface Use {
  readonly id: bigint;
  readonly organization: string;
  readonly sku: Sku;
  readonly resource: string;
  readonly quantity: number;
  readonly from: number;
  readonly until: number;
}

const random = randomNumbers(SEED);
const oneOf = <Value>(values: readonly Value[]): Value => values[random(values.length)] as Value;
const decimal = (units: bigint | null) =>
  units === null ? null : `${units / UNIT}.${String(units % UNIT).padStart(8, "0")}`;
const at = (moment: number) => new Date(moment).toISOString();
const someHour = () => START + random(HOURS) * HOUR_MS;

let testDatabase: TestDatabase;
let database: Database;
/** By book and product, by book, and by organization; the latest last. */
const prices = new Map<string, From<Price>[]>();
const discounts = new Map<string, From<bigint>[]>();
const assignments = new Map<string, From<string>[]>();
const uses: Use[] = [];
const workspaces = new Map<string, bigint>();

function note<Value>(history: Map<string, From<Value>[]>, key: string, from: number, value: Value): boolean {
  const known = history.get(key) ?? [];
  if (known.some((one) => one.from === from)) return false;
  history.set(
    key,
    [...known, { from, value }].sort((a, b) => a.from - b.from),
  );
  return true;
}

const during = <Value>(history: Map<string, From<Value>[]>, key: string, hour: number): Value | undefined =>
  history.get(key)?.findLast(({ from }) => from <= hour)?.value;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await seedPlatform(database, { environment: "development" });
  for (const { sku_code, hourly_price } of await database.prisma.sku.findMany())
    note(prices, `standard ${sku_code}`, 0, {
      hourly: BigInt((hourly_price?.times(UNIT.toString()) ?? 0).toFixed(0)),
      cap: null,
      free: null,
    });
  for (const organization_id of ORGANIZATIONS) {
    await database.prisma.organization.create({ data: { organization_id, name: organization_id } });
    await database.prisma.wallet.create({ data: { organization_id, balance: "1000000", currency: "USD" } });
    const workspace = await database.prisma.workspace.create({ data: { organization_id, name: "one" } });
    workspaces.set(organization_id, workspace.workspace_id);
  }
  await database.prisma.meter.updateMany({
    data: { metered_until: new Date(START), invoiced_until: new Date("2025-02-01") },
  });
  await makePrices();
  await makeUses();
  await makeTaxes();
});
afterAll(() => testDatabase.drop());

async function makePrices() {
  for (const book of BOOKS.slice(1))
    await database.pool.query("INSERT INTO price_book (book_id, name) VALUES ($1, $1)", [book]);
  for (let made = 0; made < 60; made++) {
    const [book, sku, from] = [oneOf(BOOKS), oneOf(SKUS), someHour()];
    const ends = book !== "standard" && random(4) === 0;
    const price: Price = {
      hourly: ends ? null : BigInt(random(50_000_000)),
      cap: ends || sku === "object.transfer" || random(2) === 0 ? null : BigInt(random(400_000_000)),
      free: ends || random(2) === 0 ? null : BigInt(random(30)),
    };
    if (note(prices, `${book} ${sku}`, from, price))
      await writePast(database, "INSERT INTO price VALUES ($1, $2, $3, $4, $5, $6)", [
        ...[book, sku, at(from), decimal(price.hourly), decimal(price.cap), price.free?.toString() ?? null],
      ]);
  }
  for (let made = 0; made < 8; made++) {
    const [book, from, percent] = [oneOf(BOOKS.slice(1)), someHour(), BigInt(random(10_001))];
    if (note(discounts, book, from, percent))
      await writePast(database, "INSERT INTO price_book_discount VALUES ($1, $2, $3::numeric / 100)", [
        ...[book, at(from), percent.toString()],
      ]);
    const [organization, begins, given] = [oneOf(ORGANIZATIONS), someHour(), oneOf(BOOKS)];
    if (note(assignments, organization, begins, given))
      await writePast(database, "INSERT INTO price_book_assignment VALUES ($1, $2, $3)", [
        ...[organization, at(begins), given],
      ]);
  }
}

/** By country, in ten-thousandths of a percent. */
const taxes = new Map<string, From<bigint>[]>();
const countries = new Map<string, string>();

/** Rates that change within the month. An organization without a country has the seller's. */
async function makeTaxes() {
  const seller = oneOf(["DE", "AT"]);
  await database.prisma.seller.create({ data: { legal_name: "Cloud", address_lines: [], country: seller } });
  for (const organization_id of ORGANIZATIONS) {
    const country = oneOf(["DE", "AT", undefined]);
    countries.set(organization_id, country ?? seller);
    if (country !== undefined)
      await database.prisma.billingDetails.create({
        data: { organization_id, legal_name: "Acme", address_lines: [], country },
      });
  }
  for (let made = 0; made < 12; made++) {
    const [country, from, percent] = [oneOf(["DE", "AT"]), Date.UTC(2025, 1, 20 + random(12)), random(300_000)];
    if (note(taxes, country, from, BigInt(percent)))
      await taxFrom(database, country, at(from).slice(0, 10), (percent / 10_000).toFixed(4));
  }
}

/** The tax of February: by the rate of its last day, rounded half up to cents. */
function taxOf(organization: string, net: bigint): bigint {
  const percent = during(taxes, countries.get(organization) ?? "", MONTH - 24 * HOUR_MS) ?? 0n;
  const cent = UNIT / 100n;
  return ((net * percent * 2n + 1_000_000n * cent) / (2_000_000n * cent)) * cent;
}

async function makeUses() {
  for (let made = 0; made < 90; made++) {
    const [organization, sku] = [oneOf(ORGANIZATIONS), oneOf(SKUS)];
    const workspace_id = workspaces.get(organization) ?? 0n;
    const resource_id = `thing-${random(6)}`;
    if (sku === "object.transfer") {
      const [hour, quantity] = [someHour(), 1 + random(20)];
      const key = { workspace_id, hour: new Date(hour), resource_type: "bucket", resource_id, sku_code: sku };
      if ((await database.prisma.transfer.count({ where: key })) > 0) continue;
      const { transfer_id } = await database.prisma.transfer.create({
        data: { ...key, bytes: BigInt(quantity) * 1_048_576n },
      });
      uses.push({
        id: -transfer_id,
        organization,
        sku,
        resource: resource_id,
        quantity,
        from: hour,
        until: hour + HOUR_MS,
      });
    } else {
      const [from, quantity] = [START + random(HOURS * HOUR_MS), 1 + random(9)];
      const until = Math.min(from + 1 + random(20 * HOUR_MS), START + HOURS * HOUR_MS);
      const { charge_id } = await database.prisma.charge.create({
        data: {
          ...{ workspace_id, resource_type: "volume", resource_id, sku_code: sku, quantity },
          ...{ charged_from: new Date(from), charged_until: new Date(until) },
        },
      });
      uses.push({ id: charge_id, organization, sku, resource: resource_id, quantity, from, until });
    }
  }
}

/** The price of a product for an organization, by the rules of docs/adr/0113. */
function priceOf(organization: string, sku: Sku, hour: number): Price {
  const book = during(assignments, organization, hour);
  const own = book === undefined ? undefined : during(prices, `${book} ${sku}`, hour);
  if (own !== undefined && own.hourly !== null) return own;
  const standard = during(prices, `standard ${sku}`, hour);
  if (standard === undefined) throw new Error(`${sku} has no price`);
  const rest = 10_000n - (book === undefined ? 0n : (during(discounts, book, hour) ?? 0n));
  const less = (amount: bigint | null) => (amount === null ? null : (amount * rest + 5_000n) / 10_000n);
  return { hourly: less(standard.hourly), cap: less(standard.cap), free: standard.free };
}

const costOf = (price: bigint, units: bigint) => (price * units * 2n + HOUR) / (HOUR * 2n);
const least = (a: bigint, b: bigint) => (a < b ? a : b);
const inOrder = (lines: readonly string[]) => lines.toSorted((a, b) => (a < b ? -1 : 1));
const abs = (id: bigint) => (id < 0n ? -id : id);

/** Every record, computed hour by hour and in the order of charges. */
function expectedRecords(): string[] {
  const lines: string[] = [];
  const spent = new Map<string, bigint>();
  const sent = new Map<string, bigint>();
  for (let hour = START; hour < START + HOURS * HOUR_MS; hour += HOUR_MS)
    for (const organization of ORGANIZATIONS)
      for (const sku of SKUS) {
        const month = hour < MONTH ? 2 : 3;
        const price = priceOf(organization, sku, hour);
        const due = uses
          .filter((use) => use.organization === organization && use.sku === sku)
          .filter(({ from, until }) => until > hour && from < hour + HOUR_MS)
          .sort((a, b) => (abs(a.id) < abs(b.id) ? -1 : 1));
        const before = sku === "object.transfer" ? (sent.get(`${organization} ${month}`) ?? 0n) : 0n;
        let left = (price.free ?? 0n) * HOUR - before;
        for (const { id, resource, quantity, from, until } of due) {
          const units = BigInt(quantity) * BigInt(Math.min(until, hour + HOUR_MS) - Math.max(from, hour));
          const free = left > 0n ? least(left, units) : 0n;
          left -= units;
          const gross = costOf(price.hourly ?? 0n, units);
          const net = costOf(price.hourly ?? 0n, units - free);
          const key = `${organization} ${sku} ${resource} ${month}`;
          const total = spent.get(key) ?? 0n;
          const most = Math.max(...due.filter((use) => use.resource === resource).map((use) => use.quantity));
          const room = price.cap === null ? net : price.cap * BigInt(most) - total;
          const amount = room > 0n ? least(net, room) : 0n;
          spent.set(key, total + amount);
          if (sku === "object.transfer")
            sent.set(`${organization} ${month}`, (sent.get(`${organization} ${month}`) ?? 0n) + units);
          lines.push([at(hour), id, price.hourly, gross - net, net - amount, amount].join(" "));
        }
      }
  return inOrder(lines);
}

test(`every record is what the prices say, and records, invoices and ledger agree (seed ${SEED})`, async () => {
  const moments = [...Array.from({ length: 8 }, () => someHour() + 120_000), START + HOURS * HOUR_MS + 120_000];
  for (const now of moments.sort((a, b) => a - b)) await meterUsage(database, { now: new Date(now) });
  const records = await database.prisma.usageRecord.findMany();
  const units = (amount: { toFixed(digits: number): string }) => BigInt(amount.toFixed(8).replace(".", ""));
  const metered = records.map((record) =>
    [
      ...[record.hour.toISOString(), record.charge_id, units(record.unit_price)],
      ...[units(record.free_amount), units(record.capped_amount), units(record.amount)],
    ].join(" "),
  );
  expect(inOrder(metered)).toEqual(expectedRecords());
  const some = (column: "free_amount" | "capped_amount") =>
    records.filter((record) => units(record[column]) > 0n).length;
  expect(Math.min(some("free_amount"), some("capped_amount"))).toBeGreaterThan(10);

  const { rows } = await database.pool.query<{ organization_id: string; month: string; ledger: string; used: string }>(
    `SELECT w.organization_id, sums.month, sums.ledger, sums.used
       FROM workspace w
      CROSS JOIN LATERAL (
        SELECT month, -sum(amount) FILTER (WHERE of_ledger) AS ledger, sum(amount) FILTER (WHERE NOT of_ledger) AS used
          FROM (SELECT left(e.reference, 7) AS month, e.amount, true AS of_ledger FROM ledger_entry e
                 WHERE e.kind = 'usage' AND e.workspace_id = w.workspace_id
                UNION ALL
                SELECT to_char(u.hour AT TIME ZONE 'UTC', 'YYYY-MM'), u.amount, false FROM usage_record u
                 WHERE u.workspace_id = w.workspace_id) AS amounts
         GROUP BY month) AS sums`,
  );
  await issueInvoices(database, { now: new Date(MONTH + 300_000) });
  const invoices = await database.prisma.invoice.findMany({ include: { invoice_lines: true } });
  expect(invoices).toHaveLength(ORGANIZATIONS.length);
  for (const { organization_id, month, ledger, used } of rows) {
    expect(used).toBe(ledger);
    const invoice = invoices.find((one) => one.organization_id === organization_id && one.month === month);
    if (invoice === undefined) continue;
    const sum = invoice.invoice_lines.reduce((total, line) => total + units(line.amount), 0n);
    expect(decimal(sum)).toBe(ledger);
    expect(units(invoice.tax_total)).toBe(taxOf(organization_id, sum));
    expect(units(invoice.total)).toBe(sum + units(invoice.tax_total));
  }
  const { rows: paid } = await database.pool.query<{ organization_id: string; tax: string; differs: boolean }>(
    `SELECT e.organization_id, coalesce(-sum(e.amount) FILTER (WHERE e.kind = 'tax'), 0)::numeric(24, 8) AS tax,
            sum(e.amount) <> w.balance AS differs
       FROM ledger_entry e JOIN wallet w USING (organization_id) GROUP BY e.organization_id, w.balance ORDER BY 1`,
  );
  expect(paid).toEqual(
    invoices
      .map(({ organization_id, tax_total }) => ({ organization_id, tax: tax_total.toFixed(8), differs: false }))
      .sort((a, b) => (a.organization_id < b.organization_id ? -1 : 1)),
  );
});
