import { randomUUID } from "node:crypto";
import type { Database } from "@fulmar/prisma";
import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { meterUsage } from "../../src/billing/meter-usage.ts";
import { readWallet, resumeWallet, seedPlatform, setWallet, suspendWallet, topUpWallet } from "../../src/operator.ts";

const HOUR_MS = 3_600_000;

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await seedPlatform(database, { environment: "development" });
});
afterAll(() => testDatabase.drop());

async function organization(balance?: string): Promise<string> {
  const organization_id = `org_${randomUUID()}`;
  await database.prisma.organization.create({ data: { organization_id, name: "Test" } });
  if (balance !== undefined)
    await database.prisma.wallet.create({ data: { organization_id, balance, currency: "USD" } });
  return organization_id;
}

async function ledgerOf(organization_id: string) {
  const entries = await database.prisma.ledgerEntry.findMany({
    where: { organization_id },
    orderBy: { entry_number: "asc" },
  });
  return entries.map(({ entry_number, kind, amount, balance_after }) => [
    Number(entry_number),
    kind,
    amount.toString(),
    balance_after.toString(),
  ]);
}

/** The audit events of a wallet with their actors. */
async function auditOf(resource_id: string) {
  const events = await database.prisma.auditEvent.findMany({ where: { resource_id }, orderBy: { at: "asc" } });
  return events.map((event) => `${event.actor_type} ${event.action}`);
}

describe("the ledger", () => {
  test("a wallet opens with its balance, and each entry states the balance after it", async () => {
    const organizationId = await organization("10");
    await topUpWallet(database, { organizationId, amount: "2.5" });
    await setWallet(database, { organizationId, balance: "-1", creditLimit: "5" });
    await setWallet(database, { organizationId, balance: "-1", creditLimit: "6" });
    expect(await ledgerOf(organizationId)).toEqual([
      [1, "opening", "10", "10"],
      [2, "top_up", "2.5", "12.5"],
      [3, "adjustment", "-13.5", "-1"],
    ]);
    expect(await readWallet(database, organizationId)).toMatchObject({
      balance: "-1",
      credit_limit: "6",
      currency: "USD",
      suspension: null,
    });
    expect(await auditOf(organizationId)).toEqual([
      "operator wallet.top_up",
      "operator wallet.set",
      "operator wallet.set",
    ]);
  });

  test("a balance moves from the lowest to the highest limit in one entry but never beyond", async () => {
    const organizationId = await organization("-9999999999.99999999");
    await setWallet(database, { organizationId, balance: "9999999999.99999999", creditLimit: "0" });
    expect((await ledgerOf(organizationId)).at(-1)).toEqual([
      2,
      "adjustment",
      "19999999999.99999998",
      "9999999999.99999999",
    ]);
    await expect(topUpWallet(database, { organizationId, amount: "1" })).rejects.toMatchObject({
      kind: "invalid_request",
      errors: [{ field: "amount" }],
    });
    expect(await readWallet(database, organizationId)).toMatchObject({ balance: "9999999999.99999999" });
  });

  test("concurrent top-ups are all recorded with consecutive numbers", async () => {
    const organizationId = await organization();
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => topUpWallet(database, { organizationId, amount: `${index + 1}` })),
    );
    const entries = await ledgerOf(organizationId);
    expect(entries.map(([number]) => number)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    expect(new Set(entries.map(([, , amount]) => amount)).size).toBe(60);
    expect(entries.at(-1)?.[3]).toBe("1830");
    expect(await readWallet(database, organizationId)).toMatchObject({ balance: "1830" });
  });

  test("a payment reference is credited once, even by concurrent requests", async () => {
    const organizationId = await organization();
    const payment = { organizationId, amount: "20", reference: "invoice 7" };
    const outcomes = await Promise.allSettled([topUpWallet(database, payment), topUpWallet(database, payment)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(topUpWallet(database, payment)).rejects.toMatchObject({ kind: "conflict", code: "reference_taken" });
    expect(await readWallet(database, organizationId)).toMatchObject({ balance: "20" });
  });

  test.each([
    [
      "UPDATE wallet SET balance = balance + 1 WHERE organization_id = $1",
      "by an entry in ledger_entry, and in no other way",
    ],
    ["UPDATE wallet SET entries = 0 WHERE organization_id = $1", "by an entry in ledger_entry, and in no other way"],
    ["UPDATE ledger_entry SET amount = 1 WHERE organization_id = $1", "only ever added"],
    ["DELETE FROM ledger_entry WHERE organization_id = $1", "only ever added"],
    ["DELETE FROM wallet WHERE organization_id = $1", "ledger_entry_wallet_fkey"],
    ["INSERT INTO ledger_entry (organization_id, kind, amount) VALUES ($1, 'top_up', -1)", "ledger_entry_amount_check"],
    [
      "INSERT INTO ledger_entry (organization_id, kind, amount) VALUES ($1, 'opening', 5)",
      "no wallet that takes this entry",
    ],
    ["INSERT INTO ledger_entry (organization_id, kind, amount) VALUES ($1, 'usage', -5)", "ledger_entry_usage_check"],
  ])("the database refuses %s", async (text, refusal) => {
    const organizationId = await organization("5");
    await expect(database.pool.query(text, [organizationId])).rejects.toThrow(refusal);
    expect(await ledgerOf(organizationId)).toEqual([[1, "opening", "5", "5"]]);
  });

  test("the database refuses to truncate the ledger and the usage records", async () => {
    await expect(database.pool.query("TRUNCATE ledger_entry")).rejects.toThrow("only ever added");
    await expect(database.pool.query("TRUNCATE usage_record")).rejects.toThrow("only ever added");
  });

  test.each(["0", "0.00", "-5", "five", "1e3", "0.123456789", "12345678901", ""])(
    "a top-up of %j is refused",
    async (amount) => {
      const organizationId = await organization("5");
      await expect(topUpWallet(database, { organizationId, amount })).rejects.toMatchObject({
        kind: "invalid_request",
        errors: [{ field: "amount" }],
      });
    },
  );

  test("wallet changes of an unknown organization are not found", async () => {
    const organizationId = "org_absent";
    const refused = { kind: "not_found" };
    await expect(topUpWallet(database, { organizationId, amount: "1" })).rejects.toMatchObject(refused);
    await expect(suspendWallet(database, { organizationId, reason: "x" })).rejects.toMatchObject(refused);
    await expect(resumeWallet(database, { organizationId })).rejects.toMatchObject(refused);
    await expect(readWallet(database, organizationId)).rejects.toMatchObject(refused);
  });
});

describe("suspension", () => {
  /** An organization with a NAT gateway (0.03 an hour) that has been charged since a past hour. */
  async function spending(balance?: string) {
    const organizationId = await organization(balance);
    const { workspace_id } = await database.prisma.workspace.create({
      data: { organization_id: organizationId, name: "one" },
    });
    const begin = Date.parse("2025-06-01T00:00:00Z");
    await database.prisma.meter.update({
      where: { organization_id: organizationId },
      data: { metered_until: new Date(begin) },
    });
    const charged = {
      workspace_id,
      resource_type: "nat_gateway",
      resource_id: "nat",
      sku_code: "nat.gateway",
      quantity: 1,
    };
    await database.prisma.charge.create({ data: { ...charged, charged_from: new Date(begin) } });
    let hour = 0;
    /** Meters this many more hours. */
    const spend = (hours: number) => {
      hour += hours;
      return meterUsage(database, { now: new Date(begin + hour * HOUR_MS + 120_000) });
    };
    const state = async () => {
      const { balance: left, suspension } = await readWallet(database, organizationId);
      return [left, suspension?.by];
    };
    return { organizationId, spend, state };
  }

  test("begins when usage exceeds the balance and ends when a top-up covers the debt", async () => {
    const { organizationId, spend, state } = await spending("0.06");
    await spend(2);
    expect(await state()).toEqual(["0", undefined]);
    await spend(1);
    expect(await state()).toEqual(["-0.03", "metering"]);
    await spend(1);
    expect(await state()).toEqual(["-0.06", "metering"]);
    await topUpWallet(database, { organizationId, amount: "0.05" });
    expect(await state()).toEqual(["-0.01", "metering"]);
    await topUpWallet(database, { organizationId, amount: "0.01" });
    expect(await state()).toEqual(["0", undefined]);
    expect(await auditOf(organizationId)).toEqual([
      "system wallet.suspend",
      "operator wallet.top_up",
      "operator wallet.top_up",
      "system wallet.resume",
    ]);
  });

  test("respects the credit limit and ends when a higher limit covers the debt", async () => {
    const { organizationId, spend, state } = await spending("0");
    await setWallet(database, { organizationId, balance: "0", creditLimit: "0.05" });
    await spend(1);
    expect(await state()).toEqual(["-0.03", undefined]);
    await spend(1);
    expect(await state()).toEqual(["-0.06", "metering"]);
    await setWallet(database, { organizationId, balance: "-0.06", creditLimit: "1" });
    expect(await state()).toEqual(["-0.06", undefined]);
  });

  test("by an operator replaces metering's, and only an operator ends it", async () => {
    const { organizationId, spend, state } = await spending("0.01");
    await spend(1);
    expect(await state()).toEqual(["-0.02", "metering"]);
    const { suspension } = await suspendWallet(database, { organizationId, reason: "Abuse report 12" });
    expect(suspension).toMatchObject({ by: "operator", reason: "Abuse report 12" });
    await topUpWallet(database, { organizationId, amount: "100" });
    await spend(1);
    expect(await state()).toEqual(["99.95", "operator"]);
    await resumeWallet(database, { organizationId });
    expect(await state()).toEqual(["99.95", undefined]);
    await expect(resumeWallet(database, { organizationId })).rejects.toMatchObject({
      kind: "conflict",
      code: "not_suspended",
    });
  });

  test("is imposed again by metering after an operator lifted it without payment", async () => {
    const { organizationId, spend, state } = await spending("0.01");
    await spend(1);
    await resumeWallet(database, { organizationId });
    expect(await state()).toEqual(["-0.02", undefined]);
    await spend(1);
    expect(await state()).toEqual(["-0.05", "metering"]);
  });

  test("also creates the missing wallet of an organization with usage", async () => {
    const { spend, state } = await spending();
    await spend(1);
    expect(await state()).toEqual(["-0.03", "metering"]);
  });
});
