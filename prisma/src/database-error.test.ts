import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { openDatabase } from "./database.ts";
import { isDatabaseUnavailable } from "./database-error.ts";

const NOWHERE = "/nowhere/at/all";

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test.each([
  ["a missing socket", `postgresql://u@localhost/x?host=${NOWHERE}`],
  ["a closed port", "postgresql://u@127.0.0.1:1/x"],
  ["an unknown host", "postgresql://u@nowhere.invalid/x"],
])("%s means that the database is unavailable, for statements and for Prisma", async (_, url) => {
  const database = openDatabase(url);
  const byStatement = await errorOf(database.pool.query("SELECT 1"));
  const byPrisma = await errorOf(database.prisma.site.findMany());
  await database.close();
  expect(isDatabaseUnavailable(byStatement)).toBe(true);
  expect(isDatabaseUnavailable(byPrisma)).toBe(true);
});

test("a missing file of our own does not mean that the database is unavailable", async () => {
  const error = await errorOf(readFile(NOWHERE));
  expect(error).toMatchObject({ code: "ENOENT" });
  expect(isDatabaseUnavailable(error)).toBe(false);
  expect(isDatabaseUnavailable(new Error("no bytes", { cause: error }))).toBe(false);
});
