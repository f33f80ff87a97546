import { openDatabase } from "@fulmar/prisma";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "./api-fixture.ts";
import { databaseState } from "./database-state.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** The state as one who has read nothing before reads it. */
async function stateReadWhole() {
  const stranger = openDatabase(api.databaseUrl, { max: 1 });
  try {
    return await databaseState(stranger);
  } finally {
    await stranger.close();
  }
}

const insert = (name: string) => `INSERT INTO sign_in_failure (kind, failures) VALUES ('${name}', 1)`;

test.each([
  ["a row is added", insert("c")],
  ["a row is changed", "UPDATE sign_in_failure SET failures = failures + 1 WHERE kind = 'a'"],
  ["all rows are changed", "UPDATE sign_in_failure SET failures = failures + 1"],
  ["a row is deleted", "DELETE FROM sign_in_failure WHERE kind = 'a'"],
  ["all rows are deleted", "DELETE FROM sign_in_failure"],
  ["all rows are deleted without being read", "TRUNCATE sign_in_failure"],
  ["a row takes the place of another", `DELETE FROM sign_in_failure WHERE kind = 'a'; ${insert("c")}`],
  [
    "a row is added and another one changed",
    `UPDATE sign_in_failure SET failures = 9 WHERE kind = 'a'; ${insert("c")}`,
  ],
  [
    "a row is added, another one changed and one deleted",
    `UPDATE sign_in_failure SET failures = 9 WHERE kind = 'a'; DELETE FROM sign_in_failure
      WHERE kind = 'b'; ${insert("c")}`,
  ],
])("the state is another one when %s", async (_, change) => {
  await api.database.pool.query(`TRUNCATE sign_in_failure; ${insert("a")}; ${insert("b")}`);
  const before = await databaseState(api.database);
  expect(before["public.sign_in_failure"]).toMatch(/^2 rows, /);
  await api.database.pool.query(change);
  const after = await databaseState(api.database);
  expect(after["public.sign_in_failure"]).not.toBe(before["public.sign_in_failure"]);
  expect({ ...after, "public.sign_in_failure": "" }).toEqual({ ...before, "public.sign_in_failure": "" });
  expect(after).toEqual(await stateReadWhole());
});

test.each([
  ["a row is written as it was", "UPDATE sign_in_failure SET failures = failures"],
  [
    "a row is changed and changed back",
    "UPDATE sign_in_failure SET failures = 9; UPDATE sign_in_failure SET failures = 1",
  ],
  ["a change is rolled back", "BEGIN; DELETE FROM sign_in_failure; ROLLBACK"],
  ["a token is used", "UPDATE api_token SET last_used_at = now()"],
])("the state is the same when %s", async (_, change) => {
  await api.database.pool.query(`TRUNCATE sign_in_failure; ${insert("a")}; ${insert("b")}`);
  const before = await databaseState(api.database);
  await api.database.pool.query(change);
  expect(await databaseState(api.database)).toEqual(before);
  expect(await stateReadWhole()).toEqual(before);
});

test("a refusal is no change, and what is done after it is one", async () => {
  const before = await databaseState(api.database);
  const token = await api.createToken(api.tenant, { scopes: ["vm.read"] });
  const made = await databaseState(api.database);
  expect(made).not.toEqual(before);
  const body = { name: "web" };
  expect((await api.request("POST", "/networking/firewall-groups", { token, body })).status).toBe(403);
  expect(await databaseState(api.database)).toEqual(made);
  expect((await api.request("POST", "/networking/firewall-groups", { body })).status).toBe(201);
  const after = await databaseState(api.database);
  expect(after["public.audit_event"]).not.toBe(made["public.audit_event"]);
  expect(after).toEqual(await stateReadWhole());
});
