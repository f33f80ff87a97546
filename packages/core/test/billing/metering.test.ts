import type { Database, Sql } from "@fulmar/prisma";
import { createTestDatabase, type TestDatabase, testStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { meterUsage } from "../../src/billing/meter-usage.ts";
import { seedPlatform } from "../../src/operator.ts";
import { HOUR_MS, type Period, randomNumbers, World } from "./metered-month.ts";
import { writePast } from "./past-prices.ts";

const START = Date.parse("2025-01-01T00:00:00Z");
const DAY_MS = 24 * HOUR_MS;
const DAYS = 31;
const random = randomNumbers(20_250_101);

let testDatabase: TestDatabase;
let database: Database;
const organizations: { readonly id: string; readonly workspaces: readonly bigint[] }[] = [];
/** Prices in hundred-millionths, and the first hour that was metered with them. */
const prices: { readonly from: number; readonly bySku: ReadonlyMap<string, bigint> }[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await seedPlatform(database, { environment: "development" });
  for (const id of ["org_a", "org_b", "org_c"]) {
    await database.prisma.organization.create({ data: { organization_id: id, name: id } });
    await database.prisma.wallet.create({ data: { organization_id: id, balance: "100000", currency: "USD" } });
    const made = await Promise.all(
      ["one", "two"].map((name) => database.prisma.workspace.create({ data: { organization_id: id, name } })),
    );
    organizations.push({ id, workspaces: made.map((workspace) => workspace.workspace_id) });
  }
  await database.prisma.meter.updateMany({ data: { metered_until: new Date(START) } });
});
afterAll(() => testDatabase.drop());

async function notePrices(from: number) {
  const { rows } = await database.pool.query<{ sku_code: string; hourly_price: string }>(
    "SELECT s.sku_code, p.hourly_price FROM sku s, LATERAL price_of('org_a', s.sku_code, $1) AS p",
    [new Date(from)],
  );
  prices.push({ from, bySku: new Map(rows.map((row) => [row.sku_code, eighths(row.hourly_price)])) });
}

/** Decimal text as a whole number of hundred-millionths. */
function eighths(text: string): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(8, "0"));
}

const HOWS = ["before", "after", "with its connection"] as const;

/**
 * The same database with a failure at one statement of a transaction: before or after it runs, with or without loss of
 * the connection.
 */
function failing(after: number, how: (typeof HOWS)[number]): Pick<Database, "sql" | "transaction"> {
  let left = after;
  return {
    sql: database.sql,
    transaction: (work, options) =>
      database.transaction((transaction) => {
        const query: Sql["query"] = async (statement, ...values) => {
          const fails = left-- === 0;
          if (fails && how === "before") throw new Error("the worker is gone");
          const rows = await transaction.sql.query(statement, ...values);
          if (fails && how === "with its connection") await transaction.sql.query(testStatements.disconnect);
          if (fails) throw new Error("the worker is gone");
          return rows;
        };
        return work({ ...transaction, sql: { ...transaction.sql, query } });
      }, options),
  };
}

/** An hour of a charge: its quantity, duration (ms), price and amount. */
interface Line {
  readonly workspace: bigint;
  readonly hour: string;
  readonly resource: string;
  readonly sku: string;
  readonly quantity: number;
  readonly ms: number;
  readonly amount: bigint;
}

function linesOf(period: Period, end: number): Line[] {
  const lines: Line[] = [];
  const until = Math.min(period.until ?? end, end);
  for (let hour = Math.floor(period.from / HOUR_MS) * HOUR_MS; hour < until; hour += HOUR_MS) {
    const ms = Math.min(until, hour + HOUR_MS) - Math.max(period.from, hour);
    const price = prices.findLast(({ from }) => from <= hour)?.bySku.get(period.skuCode) ?? 0n;
    const amount = (price * BigInt(period.quantity) * BigInt(ms) * 2n + BigInt(HOUR_MS)) / BigInt(HOUR_MS * 2);
    const { workspaceId: workspace, resourceId: resource, skuCode: sku, quantity } = period;
    if (ms > 0) lines.push({ workspace, hour: new Date(hour).toISOString(), resource, sku, quantity, ms, amount });
  }
  return lines;
}

const textOf = ({ workspace, hour, resource, sku, quantity, ms, amount }: Line) =>
  `${workspace} ${hour} ${resource} ${sku} × ${quantity} ${ms} ms ${amount}`;

const inOrder = (texts: readonly string[]) => texts.toSorted((a, b) => (a < b ? -1 : 1));

test("every hour is charged exactly once over a month of changes, crashes, races and new prices", {
  timeout: 240_000,
}, async () => {
  const world = new World(database, random);
  const workspaces = organizations.flatMap((organization) => organization.workspaces);
  await notePrices(START);
  let interruptions = 0;
  for (let day = 0; day < DAYS; day++) {
    const begin = START + day * DAY_MS;
    const moments = Array.from({ length: 18 }, () => begin + random(DAY_MS)).sort((a, b) => a - b);
    for (const moment of moments) await world.happen(workspaces[random(workspaces.length)] ?? 0n, moment);
    if (day > 14 && day < 18) continue;
    const now = new Date(begin + DAY_MS + 2 * 60_000);
    const crash = () => failing(random(30), HOWS[random(HOWS.length)] ?? "after");
    const alone = await Promise.allSettled([meterUsage(crash(), { now })]);
    const racing = await Promise.allSettled([
      meterUsage(crash(), { now }),
      meterUsage(day % 2 === 0 ? crash() : database, { now }),
    ]);
    interruptions += [...alone, ...racing].filter(({ status }) => status === "rejected").length;
    await meterUsage(database, { now });
    if (day % 10 === 9) {
      await writePast(
        database,
        `INSERT INTO price (book_id, sku_code, valid_from, hourly_price)
         SELECT 'standard', s.sku_code, $1, p.hourly_price * 1.37 + 0.00000001
           FROM sku s, LATERAL price_of('org_a', s.sku_code, $1) AS p`,
        [new Date(begin + DAY_MS)],
      );
      await notePrices(begin + DAY_MS);
    }
  }
  expect(interruptions).toBeGreaterThanOrEqual(30);

  const end = START + DAYS * DAY_MS;
  expect(await database.prisma.meter.groupBy({ by: ["metered_until"] })).toEqual([{ metered_until: new Date(end) }]);
  const expected = world.periods.flatMap((period) => linesOf(period, end));
  const records = await database.prisma.usageRecord.findMany();
  const metered = records.map((record) => ({
    ...{
      workspace: record.workspace_id,
      hour: record.hour.toISOString(),
      resource: record.resource_id,
      sku: record.sku_code,
      quantity: record.quantity,
    },
    ...{ ms: Math.round(record.seconds.toNumber() * 1000), amount: eighths(record.amount.toFixed(8)) },
  }));
  expect(inOrder(metered.map(textOf))).toEqual(inOrder(expected.map(textOf)));
  expect(metered.length).toBeGreaterThan(10_000);

  for (const { id, workspaces: own } of organizations) {
    const entries = await database.prisma.ledgerEntry.findMany({
      where: { organization_id: id },
      orderBy: { entry_number: "asc" },
    });
    expect(entries.map((entry) => entry.entry_number)).toEqual(entries.map((_, index) => BigInt(index + 1)));
    const hours = Map.groupBy(
      expected.filter(({ workspace }) => own.includes(workspace)),
      ({ workspace, hour }) => `${workspace} ${hour.slice(0, 16)}Z`,
    );
    const usage = entries.filter(({ kind }) => kind === "usage");
    const due = [...hours].map(([hour, lines]) => ({
      hour,
      amount: lines.reduce((sum, line) => sum + line.amount, 0n),
    }));
    const charged = usage.map(
      (entry) => `${entry.workspace_id} ${entry.reference} ${eighths(entry.amount.abs().toFixed(8))}`,
    );
    expect(inOrder(charged)).toEqual(inOrder(due.map(({ hour, amount }) => `${hour} ${amount}`)));
    const spent = due.reduce((sum, { amount }) => sum + amount, 0n);
    const wallet = await database.prisma.wallet.findUniqueOrThrow({ where: { organization_id: id } });
    expect(eighths(wallet.balance.toFixed(8))).toBe(eighths("100000") - spent);
    let balance = 0n;
    for (const entry of entries) {
      balance += entry.kind === "usage" ? -eighths(entry.amount.abs().toFixed(8)) : eighths(entry.amount.toFixed(8));
      expect(eighths(entry.balance_after.toFixed(8))).toBe(balance);
    }
  }
});
