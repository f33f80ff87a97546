import { afterAll, beforeAll, expect, test } from "vitest";
import { testStatements } from "./statements.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

const { who, share, wait, insert, named } = testStatements;

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

function askWho(number: number) {
  return testDatabase.database.sql.query(who, { number });
}

test("concurrent lookups share few connections and get their own answers", async () => {
  const numbers = Array.from({ length: 100 }, (_, index) => index);
  const answers = (await Promise.all(numbers.map(askWho))).flat();
  expect(answers.map(({ number }) => number)).toEqual(numbers);
  expect(new Set(answers.map(({ pid }) => pid)).size).toBeLessThanOrEqual(7);
});

test("a failing lookup does not affect the others", async () => {
  const answers = await Promise.allSettled([3, 0, 4].map((parts) => testDatabase.database.sql.query(share, { parts })));
  expect(answers).toMatchObject([
    { status: "fulfilled", value: [{ share: 4 }] },
    { status: "rejected", reason: { message: "division by zero" } },
    { status: "fulfilled", value: [{ share: 3 }] },
  ]);
});

test("a broken connection rejects its pending lookups, and the next one uses a new connection", async () => {
  const [before] = await askWho(1);
  const waiting = [testDatabase.database.sql.query(wait), askWho(2), askWho(3)];
  const ends = Promise.allSettled(waiting);
  const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE datname = current_database() AND query = '${wait.text}' AND state = 'active'`;
  await expect.poll(async () => (await testDatabase.database.pool.query(kill)).rowCount).toBe(1);
  expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  const [after] = await askWho(4);
  expect(after?.number).toBe(4);
  expect(after?.pid).not.toBe(before?.pid);
});

test("a lookup in a transaction sees its writes, and outside only committed rows", async () => {
  await testDatabase.database.transaction(async ({ sql }) => {
    await sql.query(insert, { organization_id: "org_seen", name: "seen" });
    expect(await sql.query(named, { name: "seen" })).toEqual([{ organization_id: "org_seen" }]);
    expect(await testDatabase.database.sql.query(named, { name: "seen" })).toEqual([]);
  });
  expect(await testDatabase.database.sql.query(named, { name: "seen" })).toEqual([{ organization_id: "org_seen" }]);
});

test("lookups return their connections to the pool", async () => {
  await Promise.all(Array.from({ length: 100 }, (_, index) => askWho(index)));
  await expect.poll(() => testDatabase.database.pool.totalCount - testDatabase.database.pool.idleCount).toBe(0);
});
