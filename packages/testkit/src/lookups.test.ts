import { lookup, statement } from "@fulmar/prisma";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

const who = lookup("test_who", "SELECT pg_backend_pid() AS pid, $1::int AS number");
const share = lookup("test_share", "SELECT 12 / $1::int AS share");
const wait = lookup("test_wait", "SELECT pg_sleep(60)");
const insert = statement("test_insert", "INSERT INTO organization (organization_id, name) VALUES ($1, $2)");
const named = lookup("test_named", "SELECT organization_id FROM organization WHERE name = $1");

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await createTestDatabase();
});
afterAll(() => fixture.drop());

function askWho(number: number): Promise<{ pid: number; number: number }[]> {
  return fixture.database.sql.queryAs(who, [number]);
}

test("lookups of one moment share few connections, and each has its own answer", async () => {
  const numbers = Array.from({ length: 100 }, (_, index) => index);
  const answers = (await Promise.all(numbers.map(askWho))).flat();
  expect(answers.map(({ number }) => number)).toEqual(numbers);
  expect(new Set(answers.map(({ pid }) => pid)).size).toBeLessThanOrEqual(7);
});

test("one that fails leaves those beside it alone", async () => {
  const answers = await Promise.allSettled(
    [3, 0, 4].map((parts) => fixture.database.sql.queryAs<{ share: number }>(share, [parts])),
  );
  expect(answers).toMatchObject([
    { status: "fulfilled", value: [{ share: 4 }] },
    { status: "rejected", reason: { message: "division by zero" } },
    { status: "fulfilled", value: [{ share: 3 }] },
  ]);
});

test("when their connection breaks, all that wait on it are told, and the next is answered by another", async () => {
  const [before] = await askWho(1);
  const waiting = [fixture.database.sql.queryAs(wait), askWho(2), askWho(3)];
  const ends = Promise.allSettled(waiting);
  const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query = '${wait.text}' AND state = 'active'`;
  await expect.poll(async () => (await fixture.database.pool.query(kill)).rowCount).toBe(1);
  expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  const [after] = await askWho(4);
  expect(after?.number).toBe(4);
  expect(after?.pid).not.toBe(before?.pid);
});

test("in a transaction a lookup sees what that has written, and outside what is committed", async () => {
  await fixture.database.transaction(async ({ sql }) => {
    await sql.queryAs(insert, ["org_seen", "seen"]);
    expect(await sql.queryAs(named, ["seen"])).toEqual([{ organization_id: "org_seen" }]);
    expect(await fixture.database.sql.queryAs(named, ["seen"])).toEqual([]);
  });
  expect(await fixture.database.sql.queryAs(named, ["seen"])).toEqual([{ organization_id: "org_seen" }]);
});

test("connections are given back to the pool", async () => {
  await Promise.all(Array.from({ length: 100 }, (_, index) => askWho(index)));
  await expect.poll(() => fixture.database.pool.totalCount - fixture.database.pool.idleCount).toBe(0);
});
