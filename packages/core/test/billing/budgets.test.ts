import { type Database, openDatabase } from "@fulmar/prisma";
import { createTestDatabase, processUrl, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { giveBudgetNotices } from "../../src/billing/give-notices.ts";
import { meterUsage } from "../../src/billing/meter-usage.ts";
import { writeLetter } from "../../src/mail/letters.ts";
import { seedPlatform } from "../../src/operator.ts";
import { newId } from "../../src/request/identifiers.ts";

const NOON = new Date("2025-02-03T12:00:00Z");

let testDatabase: TestDatabase;
let database: Database;
/** The worker's, whose login owns nothing. */
let worker: Database;
let organizationId: string;
let main: bigint;
let staging: bigint;
let people = 0;

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
  await database.prisma.budget.deleteMany();
  await database.prisma.mail.deleteMany();
  await database.pool.query("UPDATE meter SET metered_until = '2026-01-01T00:00Z', invoiced_until = '2026-01-01'");
  organizationId = newId("org");
  await database.prisma.organization.create({ data: { organization_id: organizationId, name: "Engines" } });
  await database.prisma.wallet.create({
    data: { organization_id: organizationId, balance: "100000", currency: "USD" },
  });
  const workspace = (name: string) =>
    database.prisma.workspace.create({
      data: { organization_id: organizationId, name, created_at: new Date("2025-01-01T00:00:00Z") },
    });
  main = (await workspace("Main")).workspace_id;
  staging = (await workspace("Staging")).workspace_id;
  await meterFrom("2025-02-03");
});

/** The organization is metered from this day on. */
async function meterFrom(day: string) {
  await database.pool.query(
    `UPDATE meter SET metered_until = $2::timestamptz, invoiced_until = date_trunc('month',
       $2::timestamptz AT TIME ZONE 'UTC')::date WHERE organization_id = $1`,
    [organizationId, `${day}T00:00:00Z`],
  );
}

/** A NAT gateway costs 0.03 an hour. */
async function gateways(workspace_id: bigint, quantity: number, from: string, until: string | null) {
  await database.prisma.charge.create({
    data: {
      ...{ workspace_id, resource_type: "nat_gateway", resource_id: newId("vm"), sku_code: "nat.gateway", quantity },
      charged_from: new Date(from),
      charged_until: until === null ? null : new Date(until),
    },
  });
}

interface Limits {
  readonly workspace?: bigint;
  readonly thresholds?: number[];
  readonly forecast?: number[];
}

async function budget(amount: string, { workspace, thresholds = [50, 80, 100], forecast = [100] }: Limits = {}) {
  const { budget_id } = await database.prisma.budget.create({
    data: {
      ...{ organization_id: organizationId, budget_id: newId("bdg"), name: newId("bdg"), amount, thresholds },
      ...{ workspace_id: workspace ?? null, forecast_thresholds: forecast },
    },
  });
  return budget_id;
}

async function member(role: string): Promise<string> {
  const email = `payer-${++people}@example.com`;
  await database.prisma.user.create({ data: { id: email, email, name: "Ada" } });
  await database.prisma.member.create({ data: { organization_id: organizationId, user_id: email, role } });
  await database.prisma.mail.deleteMany();
  return email;
}

async function noticesAt(now: Date) {
  await meterUsage(worker, { now: new Date(now.getTime() + 120_000) });
  await giveBudgetNotices(worker, { now });
}

const noted = async () =>
  (
    await database.prisma.budgetNotice.findMany({
      where: { organization_id: organizationId },
      orderBy: [{ month: "asc" }, { basis: "desc" }, { percent: "asc" }],
    })
  ).map(({ month, basis, percent }) => `${month} ${basis} ${percent}`);

const events = async () =>
  (
    await database.prisma.event.findMany({ where: { workspace_id: { in: [main, staging] } }, orderBy: { at: "asc" } })
  ).map(({ workspace_id, kind, resource_id }) => ({ workspace_id, kind, resource_id }));

test("a threshold of what was spent gives notice when it is reached, once a month", async () => {
  await gateways(main, 100, "2025-02-03T00:00:00Z", "2025-02-03T12:00:00Z");
  const budget_id = await budget("60", { workspace: main, forecast: [] });
  await noticesAt(new Date("2025-02-03T09:00:00Z"));
  expect(await noted()).toEqual([]);
  await noticesAt(new Date("2025-02-03T10:00:00Z"));
  expect(await noted()).toEqual(["2025-02 spent 50"]);
  expect(await events()).toEqual([{ workspace_id: main, kind: "budget.threshold_reached", resource_id: budget_id }]);
  await noticesAt(NOON);
  await noticesAt(new Date("2025-02-04T00:00:00Z"));
  expect(await noted()).toEqual(["2025-02 spent 50"]);
  expect(await events()).toHaveLength(1);
});

test("a new month gives notice anew", async () => {
  await gateways(main, 100, "2025-02-03T00:00:00Z", "2025-02-03T12:00:00Z");
  await gateways(main, 100, "2025-03-01T00:00:00Z", "2025-03-01T12:00:00Z");
  await budget("36", { workspace: main, thresholds: [100], forecast: [] });
  await noticesAt(NOON);
  await meterFrom("2025-03-01"); // nothing is used until then
  await noticesAt(new Date("2025-03-01T11:00:00Z"));
  expect(await noted()).toEqual(["2025-02 spent 100"]);
  await noticesAt(new Date("2025-03-01T12:00:00Z"));
  expect(await noted()).toEqual(["2025-02 spent 100", "2025-03 spent 100"]);
});

test("a forecast warns before the money is spent, by what runs now until the end of the month", async () => {
  // From noon on 612 hours are left of February: with 0.03 an hour, 0.36 + 18.36.
  await gateways(main, 1, "2025-02-03T00:00:00Z", null);
  await budget("18.72", { workspace: main });
  await budget("18.73", { workspace: main });
  await noticesAt(NOON);
  expect(await noted()).toEqual(["2025-02 expected 100"]);
  expect((await events()).map(({ kind }) => kind)).toEqual(["budget.forecast_reached"]);
});

test("a budget of the organization counts all workspaces, and its event is in each", async () => {
  await gateways(main, 100, "2025-02-03T00:00:00Z", "2025-02-03T12:00:00Z");
  await gateways(staging, 100, "2025-02-03T00:00:00Z", "2025-02-03T12:00:00Z");
  const whole = await budget("72", { thresholds: [100], forecast: [] });
  await budget("72", { workspace: staging, thresholds: [100], forecast: [] });
  await noticesAt(NOON);
  expect((await events()).toSorted((one, other) => Number(one.workspace_id - other.workspace_id))).toEqual(
    [main, staging]
      .toSorted((one, other) => Number(one - other))
      .map((workspace_id) => ({ workspace_id, kind: "budget.threshold_reached", resource_id: whole })),
  );
});

test("owners and billing members get a mail with the highest threshold, others none", async () => {
  const owner = await member("owner");
  const payer = await member("billing");
  await member("developer");
  await gateways(main, 100, "2025-02-03T00:00:00Z", "2025-02-03T12:00:00Z");
  await budget("40", { workspace: main });
  await noticesAt(NOON);
  expect(await noted()).toEqual(["2025-02 spent 50", "2025-02 spent 80"]);
  const mails = await database.prisma.mail.findMany({ orderBy: { recipient: "asc" } });
  expect(mails.map(({ recipient, letter }) => [recipient, letter])).toEqual([
    [owner, "budget_reached"],
    [payer, "budget_reached"],
  ]);
  const { subject, paragraphs, link } = writeLetter("budget_reached", mails[0]?.details, "");
  expect(subject).toMatch(/^80 % of the budget bdg_\w+ is spent$/);
  expect(paragraphs[0]).toContain("of the workspace Main (Engines) is $40.00 a month. $36.00 was spent");
  expect(link?.path).toBe(`/workspaces/${main}/billing/budgets`);
});

test("workers that evaluate at once, and one that dies, give each notice once", async () => {
  await member("owner");
  await gateways(main, 100, "2025-02-03T00:00:00Z", "2025-02-03T12:00:00Z");
  await budget("36", { workspace: main });
  await meterUsage(worker, { now: new Date("2025-02-03T12:02:00Z") });
  const dies: Pick<Database, "sql" | "transaction"> = {
    sql: worker.sql,
    transaction: (work, options) =>
      worker.transaction(async (transaction) => {
        await work(transaction);
        throw new Error("the worker is gone");
      }, options),
  };
  await expect(giveBudgetNotices(dies, { now: NOON })).rejects.toThrow("the worker is gone");
  expect(await noted()).toEqual([]);
  await Promise.all(Array.from({ length: 4 }, () => giveBudgetNotices(worker, { now: NOON })));
  expect(await noted()).toEqual(["2025-02 spent 50", "2025-02 spent 80", "2025-02 spent 100"]);
  expect(await events()).toHaveLength(1);
  expect(await database.prisma.mail.count()).toBe(1);
});

test("transfer is expected to go on as in the last day", async () => {
  for (const hour of ["2025-02-02T20:00:00Z", "2025-02-03T05:00:00Z"])
    await database.prisma.transfer.create({
      data: {
        ...{ workspace_id: main, hour: new Date(hour), resource_type: "bucket", resource_id: "media" },
        ...{ sku_code: "object.transfer", bytes: 1_200_000n * 1_048_576n },
      },
    });
  // 24 dollars in 24 hours, 12 of them metered in this test: 12 + 612 by the end of the month.
  await budget("624", { workspace: main, thresholds: [], forecast: [100] });
  await budget("624.01", { workspace: main, thresholds: [], forecast: [100] });
  await noticesAt(NOON);
  expect(await noted()).toEqual(["2025-02 expected 100"]);
});
