// Checks that the SQL of migrations agrees with the registry of resources (packages/contract/src/resources.ts).
import { CHANGE_TOPICS, FOUND_TYPES, RESOURCE_TYPES, RESOURCES } from "@fulmar/contract";
import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { searchedFamily } from "../src/search/searched-families.ts";

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

async function announcedTables(): Promise<ReadonlyMap<string, string>> {
  const { rows } = await testDatabase.database.pool.query<{ of_table: string; topic: string }>(
    `SELECT DISTINCT tgrelid::regclass::text AS of_table, rtrim(encode(tgargs, 'escape'), '\\000') AS topic
       FROM pg_trigger WHERE tgname LIKE '%announced' AND NOT tgisinternal`,
  );
  return new Map(rows.map(({ of_table, topic }) => [of_table, topic]));
}

test("the triggers announce exactly the topics of the registry", async () => {
  expect(new Set((await announcedTables()).values())).toEqual(new Set(CHANGE_TOPICS));
});

// Parts do not announce changes. They increment their load balancer's revision.
const PARTS = new Set(["load_balancer_pool", "load_balancer_target", "load_balancer_listener"]);

test.each(FOUND_TYPES.filter((type) => !PARTS.has(type)))(
  "a change of a %s is announced under its topic in the registry",
  async (type) => {
    const topic = (await announcedTables()).get(searchedFamily(type).table);
    expect(topic).toBe(RESOURCES[type].topic);
  },
);

test.each([
  ["workspace_contents", /SELECT '([a-z_]+)', x\./g],
  ["set_charges", /set_charges\([A-Z]+\.workspace_id, '([a-z_]+)'/g],
  ["want_network", /want_network\('([a-z_]+)'/g],
])("the resource types named in the SQL of %s exist in the registry", async (name, literal) => {
  const { rows } = await testDatabase.database.pool.query<{ prosrc: string }>(
    `SELECT prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace
       AND (proname = $1 OR prosrc LIKE '%' || $1 || '(%')`,
    [name],
  );
  const named = rows.flatMap(({ prosrc }) => [...prosrc.matchAll(literal)].map(([, type]) => type));
  expect(named.length).toBeGreaterThan(0);
  expect(RESOURCE_TYPES).toEqual(expect.arrayContaining(named));
});
