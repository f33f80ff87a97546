// The second wall: what the processes may do to the tables of the real migrations (docs/adr/0039).
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startThrowawayDatabase, type ThrowawayDatabase } from "../tools/throwaway-database.ts";
import { PROCESS_ROLES, privilegesOn } from "./grants.ts";
import { migrate } from "./migrate.ts";
import { admitLogin } from "./process-roles.ts";

let server: ThrowawayDatabase;
let owner: pg.Client;
const logins: Record<string, pg.Client> = {};

function urlOf(database: string, user?: string): string {
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  if (user !== undefined) [url.username, url.password] = [user, `password of ${user}`];
  return url.href;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

beforeAll(async () => {
  server = await startThrowawayDatabase({ inMemory: true });
  await migrate(urlOf("walls"));
  owner = await connect(urlOf("walls"));
  for (const role of PROCESS_ROLES) {
    await admitLogin(urlOf("walls"), urlOf("walls", `login_${role}`), role);
    logins[role] = await connect(urlOf("walls", `login_${role}`));
  }
});
afterAll(async () => {
  for (const client of [owner, ...Object.values(logins)]) await client.end();
  await server.stop();
});

async function allTables(): Promise<{ schema: string; name: string }[]> {
  const { rows } = await owner.query(
    `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('public', 'simulated') AND c.relkind IN ('r', 'p') ORDER BY 1, 2`,
  );
  return rows;
}

/** The code of the refusal of a statement, or that it was carried out. */
async function outcome(client: pg.Client | undefined, text: string): Promise<string> {
  if (client === undefined) throw new Error("there is no such login");
  await client.query("BEGIN");
  try {
    await client.query(text);
    return "done";
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? "") : String(error);
  } finally {
    await client.query("ROLLBACK");
  }
}

const INSUFFICIENT_PRIVILEGE = "42501";
const RESTRICT_VIOLATION = "23001";

test("each table has a row in grants.ts", async () => {
  const missing = (await allTables()).filter(
    ({ schema, name }) => privilegesOn(schema, name, "fulmar_request") === undefined,
  );
  expect(missing).toEqual([]);
});

describe.each(PROCESS_ROLES)("a login of %s", (role) => {
  test("has the listed privileges and no others, and owns nothing", async () => {
    const { rows } = await owner.query<{ schema: string; name: string; held: string[] }>(
      `SELECT n.nspname AS schema, c.relname AS name,
              ARRAY(SELECT p FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES',
                                               'TRIGGER']) p
                     WHERE has_table_privilege($1, c.oid, p)) AS held
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname IN ('public', 'simulated', 'metric_part') AND c.relkind IN ('r', 'p')`,
      [`login_${role}`],
    );
    for (const { schema, name, held } of rows)
      expect([schema, name, held]).toEqual([
        schema,
        name,
        schema === "metric_part" ? [] : privilegesOn(schema, name, role),
      ]);
    const owned = await owner.query("SELECT FROM pg_shdepend WHERE refobjid = $1::regrole AND deptype = 'o'", [
      `login_${role}`,
    ]);
    expect(owned.rowCount).toBe(0);
  });

  test("can neither make, change nor drop a table, nor turn triggers off, nor become the owner", async () => {
    for (const text of [
      "CREATE TABLE mine ()",
      "ALTER TABLE vm ADD COLUMN mine int",
      "ALTER TABLE audit_event DISABLE TRIGGER ALL",
      "ALTER TABLE vm DISABLE ROW LEVEL SECURITY",
      "DROP TABLE audit_event",
      "SET session_replication_role = replica",
      "CREATE OR REPLACE FUNCTION refuse_change_of_history() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
      "SET ROLE fulmar",
    ])
      expect([text, await outcome(logins[role], text)]).toEqual([text, INSUFFICIENT_PRIVILEGE]);
  });

  test.each(["audit_event", "ledger_entry", "usage_record"])("only ever adds to %s", async (table) => {
    for (const text of [`UPDATE ${table} SET workspace_id = 1`, `DELETE FROM ${table}`, `TRUNCATE ${table}`])
      expect([text, await outcome(logins[role], text)]).toEqual([text, INSUFFICIENT_PRIVILEGE]);
  });

  test.each(["sku", "plan", "image", "storage_region", "site_connection", "quota"])(
    "cannot write %s",
    async (table) => {
      for (const text of [`INSERT INTO ${table} DEFAULT VALUES`, `DELETE FROM ${table}`])
        expect([text, await outcome(logins[role], text)]).toEqual([text, INSUFFICIENT_PRIVILEGE]);
    },
  );

  test("may take the role of a change, and has none of its rights without", async () => {
    const begin = "SET LOCAL ROLE fulmar_workspace; SET LOCAL fulmar.workspace_id = '7'; ";
    expect(await outcome(logins[role], `${begin} DELETE FROM bucket`)).toBe("done");
    expect(await outcome(logins[role], "DELETE FROM bucket")).toBe(INSUFFICIENT_PRIVILEGE);
  });
});

test("workers read nothing that people sign in with", async () => {
  for (const table of ["account", "session", "two_factor", "passkey", "verification"])
    expect(await outcome(logins.fulmar_worker, `SELECT FROM ${table}`)).toBe(INSUFFICIENT_PRIVILEGE);
});

test("requests do not change a balance", async () => {
  expect(await outcome(logins.fulmar_request, "UPDATE wallet SET balance = 1")).toBe(INSUFFICIENT_PRIVILEGE);
});

test.each(["audit_event", "ledger_entry", "usage_record"])("the owner, too, only ever adds to %s", async (table) => {
  await owner.query("INSERT INTO organization (organization_id, name) VALUES ('org_1', 'One') ON CONFLICT DO NOTHING");
  await owner.query(
    `INSERT INTO audit_event (audit_event_id, organization_id, actor_type, actor_id, actor_name, action, request_id,
                              result)
     VALUES ('aud_1', 'org_1', 'system', 'test', 'test', 'vm.corrected', 'test', 200) ON CONFLICT DO NOTHING`,
  );
  expect(await outcome(owner, `TRUNCATE ${table}`)).toBe(RESTRICT_VIOLATION);
  if (table === "audit_event")
    for (const text of ["UPDATE audit_event SET result = 500", "DELETE FROM audit_event"])
      expect(await outcome(owner, text)).toBe(RESTRICT_VIOLATION);
});

test("an installation that one user owns goes on, and gets processes of their own later", async () => {
  const administrator = await connect(server.url);
  await administrator.query("CREATE ROLE old_owner LOGIN CREATEDB PASSWORD 'password of old_owner'");
  await administrator.query("GRANT fulmar_workspace TO old_owner");
  const url = urlOf("old", "old_owner");
  await migrate(url); // may neither make nor grant roles
  const one = await connect(url);
  expect((await one.query("SELECT count(*) FROM sku")).rowCount).toBe(1);
  await expect(admitLogin(url, urlOf("old", "late"), "fulmar_request")).rejects.toThrow(
    /have an administrator run "CREATE ROLE .* CREATE ROLE late LOGIN BYPASSRLS PASSWORD '…' IN ROLE fulmar_request; GRANT late TO old_owner/,
  );
  await administrator.query("CREATE ROLE late LOGIN PASSWORD 'password of late' IN ROLE fulmar_request");
  await administrator.query("GRANT late TO old_owner WITH INHERIT TRUE, SET FALSE");
  await migrate(url);
  await admitLogin(url, urlOf("old", "late"), "fulmar_request");
  const late = await connect(urlOf("old", "late"));
  expect(await outcome(late, "SELECT FROM vm")).toBe("done");
  expect(await outcome(late, "DELETE FROM vm")).toBe(INSUFFICIENT_PRIVILEGE);
  await late.end();
  await one.end();
  await administrator.query("DROP DATABASE old");
  await administrator.end();
});

test("a repeated start changes no grant, and takes one away that the list does not have", async () => {
  const acl = async () =>
    (
      await owner.query(
        `SELECT oid::regclass::text AS name, relacl::text FROM pg_class
           WHERE relnamespace IN ('public'::regnamespace, 'simulated'::regnamespace) ORDER BY oid`,
      )
    ).rows;
  const before = await acl();
  await owner.query("GRANT DELETE ON sku TO fulmar_request");
  await migrate(urlOf("walls"));
  expect(await acl()).toEqual(before);
});
