import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withMasterKeyLock } from "../../src/secret-store/master-keys.ts";

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase({ max: 2 });
});
afterAll(() => testDatabase.drop());

const pidOf = async (client: { query(text: string): Promise<{ rows: { pid: number }[] }> }) =>
  (await client.query("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;

test("the master key lock admits one command at a time", async () => {
  await withMasterKeyLock(testDatabase.database, async () => {
    await expect(withMasterKeyLock(testDatabase.database, async () => "second")).rejects.toMatchObject({
      code: "master_key_busy",
    });
  });
  expect(await withMasterKeyLock(testDatabase.database, async () => "third")).toBe("third");
});

test("a command whose connection breaks fails and releases both lock and connection", async () => {
  const { pool } = testDatabase.database;
  let broken: number | undefined;
  const command = withMasterKeyLock(testDatabase.database, async (held) => {
    broken = await pidOf(held);
    await pool.query("SELECT pg_terminate_backend($1)", [broken]);
    await held.query("SELECT 1");
  });
  await expect(command).rejects.toThrow(/terminat|not queryable/);
  // As many commands as there are connections, so that a connection that was not returned, or returned broken, would
  // fail the test.
  for (const _ of [1, 2, 3]) {
    const pid = await withMasterKeyLock(testDatabase.database, (held) => pidOf(held));
    expect(pid).not.toBe(broken);
  }
  expect(pool.totalCount - pool.idleCount).toBe(0);
});
