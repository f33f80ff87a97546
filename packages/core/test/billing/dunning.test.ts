// Invoices that are due, beside a calculation by hand. Clocks are given.
import { type Database, openDatabase } from "@fulmar/prisma";
import { createTestDatabase, processUrl, type TestDatabase } from "@fulmar/testkit";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { dunInvoices } from "../../src/billing/dunning.ts";
import { topUpWallet } from "../../src/billing/fund-wallet.ts";
import { issueInvoices } from "../../src/billing/issue-invoices.ts";
import { resumeWallet, suspendWallet } from "../../src/billing/suspend-wallet.ts";
import { seedPlatform } from "../../src/operator.ts";

const organizationId = "org_engines";
/** The invoice of January is issued then, and due on 15 February. */
const ISSUED = new Date("2025-02-01T00:05:00Z");
const after = (days: number) => new Date(ISSUED.getTime() + (14 + days) * 86_400_000);

let testDatabase: TestDatabase;
let database: Database;
let worker: Database;
let workspace_id: bigint;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  worker = openDatabase(processUrl(testDatabase.url, "fulmar_worker"));
  await seedPlatform(database, { environment: "development" });
  const { prisma } = database;
  await prisma.organization.create({ data: { organization_id: organizationId, name: "Engines" } });
  await prisma.wallet.create({
    data: { organization_id: organizationId, balance: "0", credit_limit: "100000", currency: "USD" },
  });
  ({ workspace_id } = await prisma.workspace.create({ data: { organization_id: organizationId, name: "Main" } }));
  await database.pool.query("UPDATE meter SET invoiced_until = '2025-01-01'");
  const user = { id: "usr_owner", name: "Ada", email: "ada@example.com" };
  await database.pool.query(`INSERT INTO "user" (id, name, email) VALUES ($1, $2, $3)`, Object.values(user));
  await database.pool.query("INSERT INTO member (organization_id, user_id, role) VALUES ($1, $2, 'owner')", [
    organizationId,
    user.id,
  ]);
});
afterEach(async () => {
  await worker.close();
  await testDatabase.drop();
});

/** What a month used, in the usage and the ledger as metering writes them. */
async function used(month: string, amount: string) {
  await database.prisma.usageRecord.create({
    data: {
      ...{ workspace_id, hour: new Date(`${month}-01`), charge_id: 1, resource_type: "bucket", resource_id: "media" },
      ...{ sku_code: "bucket.standard", seconds: 3600, quantity: 1, unit_price: amount, amount },
    },
  });
  await database.pool.query(
    "INSERT INTO ledger_entry (organization_id, workspace_id, kind, amount, reference) VALUES ($1, $2, 'usage', $3, $4)",
    [organizationId, workspace_id, `-${amount}`, `${month}-01T00:00Z`],
  );
}

/** Issues the invoices of the months before one, such as 2025-02. */
async function issued(until: string, by = worker) {
  await database.pool.query("UPDATE meter SET metered_until = $1::timestamptz", [`${until}-01T00:00:00Z`]);
  await issueInvoices(by, { now: new Date(`${until}-01T00:05:00Z`) });
}

const paid = (amount: string) => topUpWallet(database, { organizationId, amount });
const dunned = (days: number, by = worker) => dunInvoices(by, { now: after(days) });
const policy = (set: string) => database.pool.query(`UPDATE installation_settings SET ${set}`);

async function rows(text: string) {
  return (await database.pool.query({ text, rowMode: "array" })).rows;
}
const debts = () =>
  rows(`SELECT i.month, trim_scale(i.owed)::text, trim_scale(coalesce(d.outstanding, 0))::text
          FROM invoice i LEFT JOIN invoice_debts('${organizationId}') d USING (invoice_id) ORDER BY i.month`);
const steps = () => rows("SELECT kind, number FROM dunning_step ORDER BY at, kind, number");
const mails = async () => (await rows("SELECT letter FROM mail ORDER BY letter, created_at")).flat();
const suspension = async () => (await rows("SELECT suspended_by FROM wallet"))[0]?.[0];

test("what the balance does not cover is owed, and payments pay the oldest invoice first, to the cent", async () => {
  await paid("10");
  await used("2025-01", "30.255");
  await used("2025-02", "5.5");
  await issued("2025-02");
  // 10 - 30.255 = -20.255. What February has used by then is not of January.
  expect(await debts()).toEqual([["2025-01", "20.26", "20.26"]]);
  await paid("20.25");
  expect(await debts()).toEqual([["2025-01", "20.26", "0.01"]]);
  await issued("2025-03");
  // The balance is -5.505, of which January owes 0.01.
  expect(await debts()).toEqual([
    ["2025-01", "20.26", "0.01"],
    ["2025-02", "5.5", "5.5"],
  ]);
  await paid("3");
  expect(await debts()).toEqual([
    ["2025-01", "20.26", "0"],
    ["2025-02", "5.5", "2.51"],
  ]);
  // What is more than everything owed is in the balance, and lessens the next invoice.
  await paid("12.51");
  await used("2025-03", "12");
  await issued("2025-04");
  expect(await debts()).toEqual([
    ["2025-01", "20.26", "0"],
    ["2025-02", "5.5", "0"],
    ["2025-03", "2", "2"],
  ]);
  // A refund is money that was not paid.
  await database.pool.query(
    "INSERT INTO ledger_entry (organization_id, kind, amount, reference) VALUES ($1, 'adjustment', -1, 'rfd_1')",
    [organizationId],
  );
  expect((await debts()).at(-1)).toEqual(["2025-03", "2", "2"]);
  await paid("3");
  expect((await debts()).map(([, , open]) => open)).toEqual(["0", "0", "0"]);
});

test("an invoice that the balance covers owes nothing, and is not dunned", async () => {
  await paid("50");
  await used("2025-01", "30");
  await issued("2025-02");
  expect(await debts()).toEqual([["2025-01", "0", "0"]]);
  await dunned(100);
  expect(await steps()).toEqual([]);
});

test("yen have no decimals", async () => {
  await policy("currency = 'JPY'");
  await used("2025-01", "1234.5");
  await issued("2025-02");
  expect(await debts()).toEqual([["2025-01", "1235", "1235"]]);
  await paid("1235");
  expect(await debts()).toEqual([["2025-01", "1235", "0"]]);
});

test("each step is taken once, by two workers too, and a payment ends dunning and its suspension", async () => {
  await policy("dunning_suspension_days = 20");
  await used("2025-01", "30");
  await issued("2025-02");
  await dunned(-1);
  expect(await steps()).toEqual([]);
  const second = openDatabase(processUrl(testDatabase.url, "fulmar_worker"));
  for (const days of [0, 3, 10, 20]) await Promise.all([dunned(days), dunned(days, second), dunned(days, second)]);
  await second.close();
  expect(await steps()).toEqual([
    ["due", 0],
    ["reminder", 1],
    ["reminder", 2],
    ["suspension", 0],
  ]);
  expect(await mails()).toEqual(["invoice_issued", "invoice_reminder", "invoice_reminder", "wallet_suspended"]);
  expect(await suspension()).toBe("dunning");
  await paid("29.99");
  expect(await suspension()).toBe("dunning");
  await paid("0.01");
  expect(await suspension()).toBeNull();
  await dunned(100);
  expect(await suspension()).toBeNull();
  expect(await mails()).toHaveLength(4);
});

test("after a time without a worker one reminder is sent; a policy changed in between repeats none", async () => {
  await used("2025-01", "30");
  await issued("2025-02");
  await dunned(11);
  expect(await mails()).toEqual(["invoice_issued", "invoice_reminder"]);
  await policy("reminder_days = '{5,12}'");
  await dunned(13);
  expect(await mails()).toHaveLength(2);
  await policy("reminder_days = '{5,12,14}'");
  await dunned(14);
  expect(await mails()).toHaveLength(3);
});

test("dunning leaves an operator's suspension alone", async () => {
  await policy("dunning_suspension_days = 20");
  await used("2025-01", "30");
  await issued("2025-02");
  await suspendWallet(database, { organizationId, reason: "It sends spam." });
  await dunned(20);
  expect(await suspension()).toBe("operator");
  await paid("30");
  await dunned(21);
  expect(await suspension()).toBe("operator");
  await resumeWallet(database, { organizationId });
  await dunned(22);
  expect(await suspension()).toBeNull();
});

const DAY_MS = 86_400_000;
const fromNow = (days: number) => dunInvoices(worker, { now: new Date(Date.now() + days * DAY_MS) });
const postponed = async () =>
  (await rows("SELECT due_at, reason FROM invoice_postponement ORDER BY invoice_id")) as [Date, string][];

test("an operator who lifts a suspension by dunning postpones all that is overdue", async () => {
  await policy("dunning_suspension_days = 20");
  await used("2025-01", "30");
  await issued("2025-02");
  await used("2025-02", "40");
  await issued("2025-03");
  await dunned(20);
  expect(await suspension()).toBe("dunning");
  for (const dueAt of [new Date(), new Date("2025-04-01")]) {
    await expect(resumeWallet(database, { organizationId, dueAt })).rejects.toMatchObject({
      errors: [expect.objectContaining({ field: "due_at" })],
    });
  }
  expect([await suspension(), await postponed()]).toEqual(["dunning", []]);
  await resumeWallet(database, { organizationId });
  const reasons = (await postponed()).map(([, reason]) => reason);
  expect(reasons).toEqual(Array(2).fill("An operator lifted the suspension."));
  const [event] = await rows("SELECT detail FROM audit_event WHERE action = 'wallet.resume'");
  expect(event?.[0]).toMatch(/^Postponed to \d{4}-\d\d-\d\d: \S+, \S+\. An operator lifted the suspension\.$/);
  // Due in 14 days, as a new invoice, and suspended for 20 days later.
  await fromNow(33);
  expect(await suspension()).toBeNull();
  await fromNow(35);
  expect(await suspension()).toBe("dunning");
  const dueAt = new Date(Date.now() + 60 * DAY_MS);
  await database.pool.query("UPDATE invoice_postponement SET due_at = now() - interval '30 days'");
  await resumeWallet(database, { organizationId, dueAt, reason: "Ticket 4711" });
  expect(await postponed()).toEqual(Array(2).fill([dueAt, "Ticket 4711"]));
  await fromNow(79);
  expect(await suspension()).toBeNull();
});

test("a suspension by an operator is lifted without a postponement, unless dunning would suspend at once", async () => {
  await policy("dunning_suspension_days = 20");
  await used("2025-01", "30");
  await issued("2025-02");
  const dueBefore = (days: number) =>
    database.pool.query(
      `INSERT INTO invoice_postponement (organization_id, invoice_id, due_at, reason)
       SELECT organization_id, invoice_id, now() - $1 * interval '1 day', 'Ticket 4711' FROM invoice
           ON CONFLICT (organization_id, invoice_id) DO UPDATE SET due_at = excluded.due_at`,
      [days],
    );
  await dueBefore(19);
  const suspendAndResume = async () => {
    await suspendWallet(database, { organizationId, reason: "It sends spam." });
    await resumeWallet(database, { organizationId });
  };
  await suspendAndResume();
  expect((await postponed())[0]?.[1]).toBe("Ticket 4711");
  await dueBefore(21);
  await suspendAndResume();
  expect((await postponed())[0]?.[1]).toBe("An operator lifted the suspension.");
  await fromNow(0);
  expect(await suspension()).toBeNull();
});

test("a policy that no longer suspends ends the suspension", async () => {
  await policy("dunning_suspension_days = 20");
  await used("2025-01", "30");
  await issued("2025-02");
  await dunned(20);
  expect(await suspension()).toBe("dunning");
  await policy("dunning_suspension_days = NULL");
  await dunned(21);
  expect(await suspension()).toBeNull();
});

/** Of January: what was used, what of February was metered before its invoice, and what is open after each payment. */
const PARTS = [
  {
    ...{ currency: "USD", january: "30.255", early: "5.5", owed: "30.26", february: "5.5" },
    parts: [
      ["10.25", "20.01"],
      ["20", "0.01"],
      ["0.01", "0"],
    ],
  },
  { currency: "USD", january: "0.004", early: "999", owed: "0", february: "999", parts: [] },
  {
    ...{ currency: "JPY", january: "1234.5", early: "0.4", owed: "1235", february: "0" },
    parts: [
      ["1", "1234"],
      ["1233", "1"],
      ["1.00", "0"],
    ],
  },
  { currency: "JPY", january: "0.5", early: "100", owed: "1", february: "100", parts: [["1", "0"]] },
  {
    ...{ currency: "KWD", january: "7.0005", early: "1", owed: "7.001", february: "1" },
    parts: [
      ["7", "0.001"],
      ["0.001", "0"],
    ],
  },
] as const;

test.each(PARTS)(
  "two workers at once issue one invoice of $january $currency, which parts pay exactly",
  async ({ currency, january, early, owed, february, parts }) => {
    await policy(`currency = '${currency}'`);
    await used("2025-01", january);
    await used("2025-02", early);
    const second = openDatabase(processUrl(testDatabase.url, "fulmar_worker"));
    onTestFinished(() => second.close());
    await Promise.all([issued("2025-02"), issued("2025-02", second), issued("2025-02", second)]);
    expect(await debts()).toEqual([["2025-01", owed, owed]]);
    for (const [amount, open] of parts) {
      await paid(amount);
      await Promise.all([dunned(3), dunned(3, second)]);
      expect(await debts(), `after ${amount}`).toEqual([["2025-01", owed, open]]);
    }
    const reminders = parts.length > 1 ? ["invoice_reminder"] : [];
    expect(await mails()).toEqual(["invoice_issued", ...reminders]);
    // What was used early is of February, with what rounding has moved there.
    await issued("2025-03");
    expect((await debts())[1]).toEqual(["2025-02", february, february]);
  },
);

test("a postponed invoice is dunned from its new date", async () => {
  await policy("dunning_suspension_days = 20");
  await used("2025-01", "30");
  await issued("2025-02");
  await dunned(20);
  expect(await suspension()).toBe("dunning");
  await database.pool.query(
    `INSERT INTO invoice_postponement (organization_id, invoice_id, due_at, reason)
     SELECT organization_id, invoice_id, $1, 'Ticket 4711' FROM invoice`,
    [after(30)],
  );
  await dunned(21);
  expect(await suspension()).toBeNull();
  await dunned(50);
  expect(await suspension()).toBe("dunning");
});
