// Something may run without a price: a product of a new release, or an adopted machine (docs/adr/0116).
import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { meterUsage } from "../../src/billing/meter-usage.ts";
import { createOrganization, seedPlatform } from "../../src/operator.ts";

const HOUR_MS = 3_600_000;
const MARGIN_MS = 120_000;

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await seedPlatform(testDatabase.database, { environment: "production" });
});
afterAll(() => testDatabase.drop());

/** The beginning of an hour before the present one. */
const hoursAgo = (count: number) => new Date(Math.floor(Date.now() / HOUR_MS - count) * HOUR_MS);

test("it is metered at zero, and from its first price on at that", async () => {
  const { database } = testDatabase;
  const { organizationId, workspaceIds } = await createOrganization(database, { name: "Org" });
  const { pool } = database;
  await pool.query(
    `INSERT INTO charge (workspace_id, resource_type, resource_id, sku_code, quantity, charged_from)
     VALUES ($1, 'bucket', 'bkt_1', 'bucket.standard', 2, $2)`,
    [workspaceIds[0], hoursAgo(2)],
  );
  await pool.query("UPDATE meter SET metered_until = $1", [hoursAgo(2)]);
  const amounts = async (sql: string) => (await pool.query(sql)).rows.map(({ amount }) => Number(amount));
  const records = () => amounts("SELECT amount FROM usage_record ORDER BY hour");
  await meterUsage(database, { now: new Date(hoursAgo(1).getTime() + MARGIN_MS) });
  expect(await records()).toEqual([0]);
  const price = (hourly: string, from: string) =>
    pool.query(
      "INSERT INTO price (book_id, sku_code, valid_from, hourly_price) VALUES ('standard', 'bucket.standard', $2, $1)",
      [hourly, from],
    );
  await price("3", "1970-01-01T00:00:00Z");
  await meterUsage(database, { now: new Date(hoursAgo(0).getTime() + MARGIN_MS) });
  expect(await records()).toEqual([0, 6]);
  expect(await amounts(`SELECT amount FROM ledger_entry WHERE organization_id = '${organizationId}'`)).toEqual([-6]);
  await expect(price("4", "2020-01-01T00:00:00Z")).rejects.toThrow("price_past_kept");
});
