import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startThrowawayDatabase, type ThrowawayDatabase } from "../tools/throwaway-database.ts";
import { openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { statement } from "./statement.ts";

let server: ThrowawayDatabase;
beforeAll(async () => {
  server = await startThrowawayDatabase({ inMemory: true });
});
afterAll(() => server.stop());

/** Roles belong to the server, and the tests are about how they are created: each begins with a server without any. */
beforeEach(async () => {
  const databases = await asAdministrator(
    "SELECT quote_ident(datname) AS name FROM pg_database WHERE NOT datistemplate AND datname <> current_database()",
  );
  for (const { name } of databases) await asAdministrator(`DROP DATABASE ${name}`);
  const roles = await asAdministrator(
    "SELECT quote_ident(rolname) AS name FROM pg_roles WHERE rolname !~ '^pg_' AND rolname <> current_user",
  );
  if (roles.length > 0) await asAdministrator(`DROP ROLE ${roles.map(({ name }) => name).join(", ")}`);
});

async function asAdministrator(sql: string): Promise<readonly { readonly name: string }[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query<{ name: string }>(sql)).rows;
  } finally {
    await client.end();
  }
}

function urlOf(database: string, user?: string): string {
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  if (user !== undefined) {
    url.username = user;
    url.password = user;
  }
  return url.href;
}

/** The same as the statement of this name in the testkit, which has its description. */
const who = statement(
  "test_role",
  "SELECT current_user::text AS role, nullif(current_setting('fulmar.workspace_id', true), '') AS workspace",
);

test("an owner without CREATEROLE is told the missing commands and migrates after them", async () => {
  await asAdministrator("CREATE ROLE plain LOGIN PASSWORD 'plain'");
  await asAdministrator("CREATE DATABASE plain OWNER plain");
  const url = urlOf("plain", "plain");
  await expect(migrate(url)).rejects.toThrow(
    /have an administrator run "CREATE ROLE fulmar_workspace NOLOGIN; GRANT fulmar_workspace TO plain", then start again/,
  );
  await asAdministrator("CREATE ROLE fulmar_workspace NOLOGIN");
  await expect(migrate(url)).rejects.toThrow(
    /have an administrator run "GRANT fulmar_workspace TO plain", then start again/,
  );
  await asAdministrator("GRANT fulmar_workspace TO plain");
  expect(await migrate(url)).toContain("20261121000009_row_level_security");

  const database = openDatabase(url);
  const [row] = await database.transaction(({ sql }) => sql.query(who), { workspaceId: 7n });
  expect(row).toEqual({ role: "fulmar_workspace", workspace: "7" });
  await database.close();
});

test("an owner with CREATEROLE needs no administrator", async () => {
  await asAdministrator("CREATE ROLE maker LOGIN CREATEDB CREATEROLE PASSWORD 'maker'");
  await migrate(urlOf("made", "maker"));
  const database = openDatabase(urlOf("made", "maker"));
  const [row] = await database.transaction(({ sql }) => sql.query(who), { workspaceId: 7n });
  expect(row).toEqual({ role: "fulmar_workspace", workspace: "7" });
  await database.close();
});

test("databases created concurrently on one server share the role", async () => {
  const names = ["one", "two", "three", "four"];
  const applied = await Promise.all(names.map((name) => migrate(urlOf(name))));
  for (const migrations of applied) expect(migrations).toContain("20261121000009_row_level_security");
});
