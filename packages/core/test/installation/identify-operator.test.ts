import { makeOperator } from "@fulmar/core/operator";
import { createPerson, createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { identifyOperator } from "../../src/installation/index.ts";
import { tokenFailures } from "../../src/token/index.ts";

let testDatabase: TestDatabase;
let userId: string;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const email = "ada@example.com";
  userId = await createPerson(testDatabase.database, { name: "Ada", email });
  await makeOperator(testDatabase.database, { email: "ADA@example.com", role: "operator" });
});
afterAll(() => testDatabase.drop());

const identify = (environment: "development" | "production") => {
  const failures = tokenFailures({ perSecond: 10, burst: 10 });
  return identifyOperator(testDatabase.database.sql, { environment, failures })({ kind: "session", userId }, undefined);
};

test("in production a person is an operator with a second factor alone", async () => {
  expect(await identify("development")).toMatchObject({ id: userId, role: "operator" });
  await expect(identify("production")).rejects.toMatchObject({ kind: "forbidden", code: "second_factor_required" });
  await testDatabase.database.prisma.user.update({ where: { id: userId }, data: { twoFactorEnabled: true } });
  expect(await identify("production")).toMatchObject({ id: userId, role: "operator" });
});
