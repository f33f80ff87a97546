import { queryOf, type Sql } from "@fulmar/prisma";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { testStatements } from "./statements.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

const { insert, count, next, fail, waitLong, pid, role, store } = testStatements;

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

async function foundBy(sql: Sql, name: string): Promise<bigint | undefined> {
  const [row] = await sql.query(count, { name });
  return row?.found;
}

function found(name: string): Promise<bigint | undefined> {
  return foundBy(testDatabase.database.sql, name);
}

/** The number of connections taken from the pool. */
function taken(): number {
  return testDatabase.database.pool.totalCount - testDatabase.database.pool.idleCount;
}

test("a transaction sees its own writes, and others see them after the commit", async () => {
  const result = await testDatabase.database.transaction(async ({ sql }) => {
    await sql.query(insert, { organization_id: "org_1", name: "one" });
    expect(await foundBy(sql, "one")).toBe(1n);
    expect(await found("one")).toBe(0n);
    return "done";
  });
  expect(result).toBe("done");
  expect(await found("one")).toBe(1n);
});

test("a failing statement rolls back what was written before it", async () => {
  const failing = testDatabase.database.transaction(async ({ sql }) => {
    await sql.query(insert, { organization_id: "org_3", name: "undone" });
    await sql.query(fail);
  });
  await expect(failing).rejects.toThrow("division by zero");
  expect(await found("undone")).toBe(0n);
});

test("a query alone sees its workspace; one that fails throws its error and gives its connection back", async () => {
  const { database } = testDatabase;
  expect(await database.alone({ statement: role, values: [] }, 7n)).toEqual([
    { role: "fulmar_workspace", workspace: "7" },
  ]);
  await expect(database.alone({ statement: fail, values: [] }, 7n)).rejects.toThrow("division by zero");
  expect(taken()).toBe(0);
  const [outside] = await database.sql.query(role);
  expect(outside?.workspace).toBe(null);
});

test("catching a statement's error does not save the transaction, which rejects", async () => {
  const failing = testDatabase.database.transaction(async ({ sql }) => {
    await sql.query(insert, { organization_id: "org_3", name: "caught" });
    await sql.query(fail).catch(() => undefined);
  });
  await expect(failing).rejects.toThrow("the transaction was rolled back");
  expect(await found("caught")).toBe(0n);
});

test("concurrent transactions use separate connections", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `apart-${index}`);
  await Promise.all(
    names
      .map((name) =>
        testDatabase.database.transaction(async ({ sql }) => {
          await sql.query(insert, { organization_id: name, name });
          expect(await foundBy(sql, name)).toBe(1n);
          if (name.endsWith("7")) throw new Error("undo me");
        }),
      )
      .map((work) => work.catch((error: Error) => expect(error.message).toBe("undo me"))),
  );
  const left = await testDatabase.database.prisma.organization.count({ where: { name: { startsWith: "apart" } } });
  expect(left).toBe(names.filter((name) => !name.endsWith("7")).length);
  expect(taken()).toBe(0);
});

test("claim and question run with BEGIN, and a sent statement runs by the commit", async () => {
  const claim = queryOf(insert, { organization_id: "org_4", name: "joined" });
  const question = queryOf(count, { name: "joined" });
  await testDatabase.database.transaction(
    async ({ claimed, answer, sql, send }) => {
      expect(claimed).toEqual([]);
      expect(answer).toEqual([{ found: 1n }]);
      expect(await foundBy(sql, "joined")).toBe(1n);
      send(queryOf(insert, { organization_id: "org_5", name: "joined" }));
      expect(await found("joined")).toBe(0n);
    },
    { claim, question },
  );
  expect(await found("joined")).toBe(2n);
});

test("the question is asked once, and without a claim and a question both are empty", async () => {
  const question = { statement: next, values: [] };
  const asked = await testDatabase.database.transaction(async ({ answer, sql }) => [answer, await sql.query(next)], {
    question,
  });
  expect(asked).toEqual([[{ number: 1n }], [{ number: 2n }]]);
  expect(await testDatabase.database.transaction(async ({ claimed, answer }) => [claimed, answer])).toEqual([[], []]);
});

test("a failing claim rejects with its own error, and the work does not begin", async () => {
  await testDatabase.database.sql.query(insert, { organization_id: "org_16", name: "there" });
  const claim = queryOf(insert, { organization_id: "org_16", name: "again" });
  const work = vi.fn(async () => undefined);
  const failing = testDatabase.database.transaction(work, { claim, question: queryOf(count, { name: "again" }) });
  await expect(failing).rejects.toMatchObject({ code: "23505" });
  expect(work).not.toHaveBeenCalled();
  expect(taken()).toBe(0);
});

test("a sent statement that fails at the commit rolls back with its own error", async () => {
  const failing = testDatabase.database.transaction(async (transaction) => {
    await transaction.sql.query(insert, { organization_id: "org_6", name: "late" });
    transaction.send(queryOf(insert, { organization_id: "org_6", name: "twice" }));
  });
  await expect(failing).rejects.toMatchObject({ code: "23505", constraint: "organization_pkey" });
  expect(await found("late")).toBe(0n);
  await testDatabase.database.transaction(async ({ sql }) =>
    sql.query(insert, { organization_id: "org_7", name: "late" }),
  );
  expect(await found("late")).toBe(1n);
});

test("a sent statement is not executed when the work fails", async () => {
  const failing = testDatabase.database.transaction(async (transaction) => {
    transaction.send(queryOf(insert, { organization_id: "org_8", name: "never" }));
    throw new Error("undo me");
  });
  await expect(failing).rejects.toThrow("undo me");
  expect(await found("never")).toBe(0n);
});

test("a sent statement runs before the next query, and its failure rejects that query", async () => {
  await testDatabase.database.transaction(async ({ sql, send }) => {
    send(queryOf(insert, { organization_id: "org_11", name: "sent" }));
    expect(await foundBy(sql, "sent")).toBe(1n);
  });
  const failing = testDatabase.database.transaction(async ({ sql, send }) => {
    send(queryOf(insert, { organization_id: "org_12", name: "sent" }));
    send(queryOf(insert, { organization_id: "org_11", name: "twice" }));
    await sql.query(count, { name: "sent" });
  });
  await expect(failing).rejects.toMatchObject({ code: "23505", constraint: "organization_pkey" });
  expect(await found("sent")).toBe(1n);
});

test("a sent statement whose values cannot be serialized rolls back", async () => {
  const failing = testDatabase.database.transaction(async ({ sql, send }) => {
    await sql.query(insert, { organization_id: "org_13", name: "unsent" });
    send({ statement: store, values: [{ a_bigint: 1n }] });
  });
  await expect(failing).rejects.toThrow("BigInt");
  expect(await found("unsent")).toBe(0n);
});

test("a query after the end of its transaction is refused", async () => {
  const late = await testDatabase.database.transaction(
    async ({ sql }) =>
      () =>
        sql.query(count, { name: "late" }),
  );
  await expect(late()).rejects.toThrow("test_count was sent after its transaction had ended");
});

test("a broken connection fails the transaction and is removed from the pool", async () => {
  let broken: number | undefined;
  const failing = testDatabase.database.transaction(async ({ sql }) => {
    await sql.query(insert, { organization_id: "org_14", name: "broken" });
    [{ pid: broken } = { pid: undefined }] = await sql.query(pid);
    // Both are awaited at once: the query can fail before the answer of the other connection arrives.
    await Promise.all([
      sql.query(waitLong),
      testDatabase.database.pool.query("SELECT pg_terminate_backend($1)", [broken]),
    ]);
  });
  await expect(failing).rejects.toMatchObject({ code: "57P01" });
  expect(await found("broken")).toBe(0n);
  expect(taken()).toBe(0);
  const alive = await testDatabase.database.pool.query("SELECT FROM pg_stat_activity WHERE pid = $1", [broken]);
  expect(alive.rowCount).toBe(0);
});

test("work of more than 30 seconds is aborted and its connection closed", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const failing = testDatabase.database.transaction(async ({ sql }) => {
    await sql.query(insert, { organization_id: "org_15", name: "slow" });
    const waiting = sql.query(waitLong);
    vi.advanceTimersByTime(30_000);
    await waiting;
  });
  await expect(failing).rejects.toMatchObject({
    code: "ETIMEDOUT",
    message: expect.stringContaining("more than 30 s"),
  });
  expect(await found("slow")).toBe(0n);
  expect(taken()).toBe(0);
});

test("work with a limit of its own is aborted after that", async () => {
  const failing = testDatabase.database.transaction(({ sql }) => sql.query(waitLong), { limitMs: 100 });
  await expect(failing).rejects.toMatchObject({
    code: "ETIMEDOUT",
    message: expect.stringContaining("more than 0.1 s"),
  });
  expect(taken()).toBe(0);
});
