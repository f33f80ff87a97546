import type { Transaction } from "@fulmar/prisma";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testStatements } from "./statements.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

const { insert, count, next, fail } = testStatements;

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await createTestDatabase();
});
afterAll(() => fixture.drop());

async function found(name: string): Promise<bigint | undefined> {
  const [row] = await fixture.database.sql.query(count, [name]);
  return row?.found;
}

test("a statement and Prisma see each other's writes in one transaction, and both are committed", async () => {
  await fixture.database.transaction(async ({ prisma, sql }) => {
    await sql.query(insert, ["org_1", "both"]);
    expect(await prisma.organization.count({ where: { name: "both" } })).toBe(1);
    await prisma.organization.create({ data: { organization_id: "org_2", name: "both" } });
    const [row] = await sql.query(count, ["both"]);
    expect(row?.found).toBe(2n);
    expect(await found("both")).toBe(0n);
  });
  expect(await found("both")).toBe(2n);
});

test("a statement's failure undoes what Prisma wrote", async () => {
  const failing = fixture.database.transaction(async ({ prisma, sql }) => {
    await prisma.organization.create({ data: { organization_id: "org_3", name: "undone" } });
    await sql.query(fail);
  });
  await expect(failing).rejects.toThrow("division by zero");
  expect(await found("undone")).toBe(0n);
});

test("transactions at the same time keep to their own connections", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `apart-${index}`);
  await Promise.all(
    names
      .map((name) =>
        fixture.database.transaction(async ({ prisma, sql }) => {
          await sql.query(insert, [name, name]);
          expect(await prisma.organization.count({ where: { name: { startsWith: "apart" } } })).toBeGreaterThan(0);
          if (name.endsWith("7")) throw new Error("undo me");
        }),
      )
      .map((work) => work.catch((error: Error) => expect(error.message).toBe("undo me"))),
  );
  const left = await fixture.database.prisma.organization.count({ where: { name: { startsWith: "apart" } } });
  expect(left).toBe(names.filter((name) => !name.endsWith("7")).length);
});

test("what goes out with BEGIN is part of the transaction, and its rows are there; what goes out with COMMIT is committed by it", async () => {
  const first = { statement: insert, values: ["org_4", "company"] };
  await fixture.database.transaction(
    async (transaction) => {
      expect(await transaction.first).toEqual([]);
      const [row] = await transaction.sql.query(count, ["company"]);
      expect(row?.found).toBe(1n);
      transaction.send({ statement: insert, values: ["org_5", "company"] });
      expect(await found("company")).toBe(0n);
    },
    { first },
  );
  expect(await found("company")).toBe(2n);
});

test("where what goes out with COMMIT fails, nothing is committed, and its own error is told", async () => {
  const failing = fixture.database.transaction(async (transaction) => {
    await transaction.sql.query(insert, ["org_6", "late"]);
    transaction.send({ statement: insert, values: ["org_6", "twice"] });
  });
  await expect(failing).rejects.toMatchObject({ code: "23505", constraint: "organization_pkey" });
  expect(await found("late")).toBe(0n);
  await fixture.database.transaction(async ({ sql }) => sql.query(insert, ["org_7", "late"]));
  expect(await found("late")).toBe(1n);
});

test("where the work fails, what was to go out with COMMIT does not", async () => {
  const failing = fixture.database.transaction(async (transaction) => {
    transaction.send({ statement: insert, values: ["org_8", "never"] });
    throw new Error("undo me");
  });
  await expect(failing).rejects.toThrow("undo me");
  expect(await found("never")).toBe(0n);
});

test("where what goes out with BEGIN fails, the work is told, and so is the caller", async () => {
  const first = { statement: insert, values: ["org_7", "again"] };
  const told: unknown[] = [];
  const failing = fixture.database.transaction(
    async (transaction) => {
      told.push(await transaction.first.catch((error: unknown) => error));
      await transaction.first;
    },
    { first },
  );
  await expect(failing).rejects.toMatchObject({ code: "23505" });
  expect(told).toMatchObject([{ code: "23505" }]);
});

test("what the work asks first has been asked already; what it asks again, or later, is asked then", async () => {
  const question = { statement: next, values: [] };
  const numbers: bigint[] = [];
  const ask = async ({ sql }: Transaction) => numbers.push(...(await sql.query(next)).map(({ number }) => number));
  await fixture.database.transaction(
    async (transaction) => {
      await ask(transaction);
      await ask(transaction);
    },
    { question },
  );
  await fixture.database.transaction(
    async (transaction) => {
      await transaction.sql.query(insert, ["org_10", "asked"]);
      await ask(transaction);
    },
    { question },
  );
  // The third was asked with BEGIN, and its answer was of no use.
  expect(numbers).toEqual([1n, 2n, 4n]);
});

test("what is sent comes before what is asked next; where it fails, its own error is told there, and nothing is committed", async () => {
  await fixture.database.transaction(async ({ sql, send }) => {
    send({ statement: insert, values: ["org_11", "sent"] });
    const [row] = await sql.query(count, ["sent"]);
    expect(row?.found).toBe(1n);
  });
  const failing = fixture.database.transaction(async ({ sql, send }) => {
    send({ statement: insert, values: ["org_12", "sent"] });
    send({ statement: insert, values: ["org_11", "twice"] });
    await sql.query(count, ["sent"]);
  });
  await expect(failing).rejects.toMatchObject({ code: "23505", constraint: "organization_pkey" });
  expect(await found("sent")).toBe(1n);
});
