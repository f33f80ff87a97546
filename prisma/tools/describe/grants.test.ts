// Compares `src/grants.ts` with what the statements of the programs need.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROCESS_ROLES, privilegesOn } from "../../src/grants.ts";
import { migrate } from "../../src/migrate.ts";
import { startThrowawayDatabase, type ThrowawayDatabase } from "../throwaway-database.ts";
import { declaredStatements } from "./declared-statements.ts";
import { privilegesNeeded } from "./describe-statement.ts";

/** Written by functions and triggers that run with the rights of their caller. */
const BY_FUNCTIONS: ReadonlySet<string> = new Set(["attempt_limit INSERT", "attempt_limit UPDATE"]);

/** Tables of better-auth, whose statements are its own. */
const OF_LIBRARY = ["account", "passkey", "session", "two_factor", "user", "verification"];

/** Whose statements workers alone send. */
const OF_WORKERS = /^packages\/(engine|providers)\/|\.saga\.ts$|\/(send-mail|meter-usage|reconcile-[a-z]+)\.ts$/;

let server: ThrowawayDatabase;
/** By the name of a privilege, such as `vm UPDATE`, the files whose statements need it. */
const needed = new Map<string, Set<string>>();
const tables = new Map<number, string>();

beforeAll(async () => {
  server = await startThrowawayDatabase({ major: 18 });
  const url = new URL(server.url);
  url.pathname = "/granted";
  await migrate(url.href);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rows } = await client.query<{ oid: number; name: string }>(
      "SELECT oid::int8::int AS oid, relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace",
    );
    for (const { oid, name } of rows) tables.set(oid, name);
    await client.query("BEGIN");
    for (const statement of await declaredStatements())
      for (const privilege of await privilegesNeeded(client, statement, tables))
        needed.set(privilege, (needed.get(privilege) ?? new Set()).add(statement.file));
  } finally {
    await client.end();
  }
});
afterAll(() => server.stop());

test.each(PROCESS_ROLES)("%s may write nothing that no statement writes", (role) => {
  const spare = [...tables.values()].flatMap((table) =>
    (privilegesOn("public", table, role) ?? [])
      .filter((privilege) => privilege !== "SELECT" && !OF_LIBRARY.includes(table))
      .map((privilege) => `${table} ${privilege}`)
      .filter((privilege) => !needed.has(privilege) && !BY_FUNCTIONS.has(privilege)),
  );
  expect(spare).toEqual([]);
});

test("workers may do what their statements do", () => {
  const missing = [...needed].flatMap(([privilege, files]) => {
    const [table = "", name] = privilege.split(" ");
    const isGranted = privilegesOn("public", table, "fulmar_worker")?.some((granted) => granted === name) === true;
    const ofWorkers = [...files].filter((file) => OF_WORKERS.test(file));
    return isGranted || ofWorkers.length === 0 ? [] : [`${privilege}: ${ofWorkers.join(", ")}`];
  });
  expect(missing).toEqual([]);
});
