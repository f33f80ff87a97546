import type { Sql } from "@fulmar/prisma";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { testStatements } from "./statements.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

const { insert, count, next, fail, waitLong, pid, store } = testStatements;

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

async function foundBy(sql: Sql, name: string): Promise<bigint | undefined> {
  const [row] = await sql.query(count, [name]);
  return row?.found;
}

function found(name: string): Promise<bigint | undefined> {
  return foundBy(testDatabase.database.sql, name);
}

/** The number of connections taken from the pool. */
function taken(): number {
  return testDatabase.database.pool.totalCount - testDatabase.database.pool.idleCount;
}

test("what a transaction writes it sees, and others when it is committed", async () => {
  const result = await testDatabase.database.transaction(async ({ sql }) => {
    await sql.query(insert, ["org_1", "one"]);
    expect(await foundBy(sql, "one")).toBe(1n);
    expect(await found("one")).toBe(0n);
    return "done";
  });
  expect(result).toBe("done");
  expect(await found("one")).toBe(1n);
});

test("a statement's failure undoes what was written before it", async () => {
  const failing = testDatabase.database.transaction(async ({ sql }) => {
    await sql.query(insert, ["org_3", "undone"]);
    await sql.query(fail);
  });
  await expect(failing).rejects.toThrow("division by zero");
  expect(await found("undone")).toBe(0n);
});

test("where a statement's failure is caught, nothing is committed, and the caller is told so", async () => {
  const failing = testDatabase.database.transaction(async ({ sql }) => {
    await sql.query(insert, ["org_3", "caught"]);
    await sql.query(fail).catch(() => undefined);
  });
  await expect(failing).rejects.toThrow("the transaction was rolled back");
  expect(await found("caught")).toBe(0n);
});

test("transactions at the same time keep to their own connections", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `apart-${index}`);
  await Promise.all(
    names
      .map((name) =>
        testDatabase.database.transaction(async ({ sql }) => {
          await sql.query(insert, [name, name]);
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

test("what goes out with BEGIN is part of the transaction, and its rows are there; what goes out with COMMIT is committed by it", async () => {
  const claim = { statement: insert, values: ["org_4", "joined"] };
  const question = { statement: count, values: ["joined"] };
  await testDatabase.database.transaction(
    async ({ claimed, answer, sql, send }) => {
      expect(claimed).toEqual([]);
      expect(answer).toEqual([{ found: 1n }]);
      expect(await foundBy(sql, "joined")).toBe(1n);
      send({ statement: insert, values: ["org_5", "joined"] });
      expect(await found("joined")).toBe(0n);
    },
    { claim, question },
  );
  expect(await found("joined")).toBe(2n);
});

test("the question is asked once, and without a question there is no answer", async () => {
  const question = { statement: next, values: [] };
  const asked = await testDatabase.database.transaction(async ({ answer, sql }) => [answer, await sql.query(next)], {
    question,
  });
  expect(asked).toEqual([[{ number: 1n }], [{ number: 2n }]]);
  expect(await testDatabase.database.transaction(async ({ claimed, answer }) => [claimed, answer])).toEqual([[], []]);
});

test("where what goes out with BEGIN fails, its error is told, and the work does not begin", async () => {
  const claim = { statement: insert, values: ["org_5", "again"] };
  const work = vi.fn(async () => undefined);
  const failing = testDatabase.database.transaction(work, { claim, question: { statement: count, values: ["again"] } });
  await expect(failing).rejects.toMatchObject({ code: "23505" });
  expect(work).not.toHaveBeenCalled();
  expect(taken()).toBe(0);
});

test("where what goes out with COMMIT fails, nothing is committed, and its own error is told", async () => {
  const failing = testDatabase.database.transaction(async (transaction) => {
    await transaction.sql.query(insert, ["org_6", "late"]);
    transaction.send({ statement: insert, values: ["org_6", "twice"] });
  });
  await expect(failing).rejects.toMatchObject({ code: "23505", constraint: "organization_pkey" });
  expect(await found("late")).toBe(0n);
  await testDatabase.database.transaction(async ({ sql }) => sql.query(insert, ["org_7", "late"]));
  expect(await found("late")).toBe(1n);
});

test("where the work fails, what was to go out with COMMIT does not", async () => {
  const failing = testDatabase.database.transaction(async (transaction) => {
    transaction.send({ statement: insert, values: ["org_8", "never"] });
    throw new Error("undo me");
  });
  await expect(failing).rejects.toThrow("undo me");
  expect(await found("never")).toBe(0n);
});

test("what is sent comes before what is asked next; where it fails, its own error is told there, and nothing is committed", async () => {
  await testDatabase.database.transaction(async ({ sql, send }) => {
    send({ statement: insert, values: ["org_11", "sent"] });
    expect(await foundBy(sql, "sent")).toBe(1n);
  });
  const failing = testDatabase.database.transaction(async ({ sql, send }) => {
    send({ statement: insert, values: ["org_12", "sent"] });
    send({ statement: insert, values: ["org_11", "twice"] });
    await sql.query(count, ["sent"]);
  });
  await expect(failing).rejects.toMatchObject({ code: "23505", constraint: "organization_pkey" });
  expect(await found("sent")).toBe(1n);
});

test("where something was to be sent whose values cannot be, nothing is committed", async () => {
  const failing = testDatabase.database.transaction(async ({ sql, send }) => {
    await sql.query(insert, ["org_13", "unsent"]);
    send({ statement: store, values: [{ a_bigint: 1n }] });
  });
  await expect(failing).rejects.toThrow("BigInt");
  expect(await found("unsent")).toBe(0n);
});

test("after its end a transaction answers nothing", async () => {
  const late = await testDatabase.database.transaction(
    async ({ sql }) =>
      () =>
        sql.query(count, ["late"]),
  );
  await expect(late()).rejects.toThrow("test_count was asked after its transaction had ended");
});

test("a connection that breaks fails the transaction, is not used again, and ends no process", async () => {
  let broken: number | undefined;
  const failing = testDatabase.database.transaction(async ({ sql }) => {
    await sql.query(insert, ["org_14", "broken"]);
    [{ pid: broken } = { pid: undefined }] = await sql.query(pid);
    const waiting = sql.query(waitLong);
    await testDatabase.database.pool.query("SELECT pg_terminate_backend($1)", [broken]);
    await waiting;
  });
  await expect(failing).rejects.toMatchObject({ code: "57P01" });
  expect(await found("broken")).toBe(0n);
  expect(taken()).toBe(0);
  const alive = await testDatabase.database.pool.query("SELECT FROM pg_stat_activity WHERE pid = $1", [broken]);
  expect(alive.rowCount).toBe(0);
});

test("work that takes more than 30 seconds is broken off, and its connection with it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const failing = testDatabase.database.transaction(async ({ sql }) => {
    await sql.query(insert, ["org_15", "slow"]);
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
