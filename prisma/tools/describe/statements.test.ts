// All statements of the programs, described once: whether their written types are those of the database, whether
// `src/grants.ts` has what they need, and whether the oldest supported server accepts them.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROCESS_ROLES, privilegesOn } from "../../src/grants.ts";
import { migrate } from "../../src/migrate.ts";
import { hasPostgres } from "../binaries.ts";
import { needs } from "../needs.ts";
import { startThrowawayDatabase, type ThrowawayDatabase } from "../throwaway-database.ts";
import { tryStatements } from "./analysis.ts";
import type { DescribedStatement, Descriptions } from "./describe-all.ts";
import { staleFiles } from "./generated-files.ts";

/** Written by functions and triggers that run with the rights of their caller. */
const BY_FUNCTIONS: ReadonlySet<string> = new Set(["attempt_limit INSERT", "attempt_limit UPDATE"]);

/** Tables of better-auth, whose statements are its own. */
const OF_LIBRARY = ["account", "passkey", "session", "two_factor", "user", "verification"];

/** Whose statements workers alone send. */
const OF_WORKERS = /^packages\/(engine|providers)\/|\.saga\.ts$|\/(send-mail|meter-usage|reconcile-[a-z]+)\.ts$/;

let statements: readonly DescribedStatement[];
let tables: readonly string[];
/** By the name of a privilege, such as `vm UPDATE`, the files whose statements need it. */
const needed = new Map<string, Set<string>>();

beforeAll(async () => {
  const program = promisify(execFile)(process.execPath, [join(import.meta.dirname, "main.ts"), "--json"], {
    maxBuffer: 64 * 1024 ** 2,
  });
  const { stdout, stderr } = await program;
  expect(stderr).toBe("");
  ({ statements, tables } = JSON.parse(stdout) as Descriptions);
  for (const { privileges, file } of statements)
    for (const privilege of privileges) needed.set(privilege, (needed.get(privilege) ?? new Set()).add(file));
});

test("the generated types are up to date with statements and schema", () => {
  expect(staleFiles(statements), "run `npm run generate` and look at the difference").toEqual([]);
});

test.each(PROCESS_ROLES)("%s may write nothing that no statement writes", (role) => {
  const spare = tables.flatMap((table) =>
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

const isHere = hasPostgres(17);

describe("PostgreSQL 17", needs("PostgreSQL 17", isHere), () => {
  let server: ThrowawayDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    server = await startThrowawayDatabase({ inMemory: true, major: 17 });
    const url = new URL(server.url);
    url.pathname = "/oldest";
    await migrate(url.href);
    client = new pg.Client({ connectionString: url.href });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await server.stop();
  });

  test("prepares every statement", async () => {
    await client.query("BEGIN");
    const tried = await tryStatements(
      client,
      statements.map(({ text }) => text),
    );
    await client.query("ROLLBACK");
    expect(tried).toHaveLength(statements.length);
    const failures = tried.flatMap((result, index) =>
      result instanceof Error ? [`${statements[index]?.name}: ${result.message}`] : [],
    );
    expect(failures).toEqual([]);
  });

  test("has ids that are ordered as they are made", async () => {
    const { rows } = await client.query<{ id: string; before: string | null }>(
      `SELECT id, lag(id) OVER (ORDER BY n) AS before
         FROM (SELECT n, uuidv7()::text AS id FROM generate_series(1, 5000) AS n) AS made`,
    );
    for (const { id, before } of rows) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      // Those of one microsecond have no order, as their 60 bits of time are alike.
      if (before !== null) expect(id.slice(0, 18) >= before.slice(0, 18)).toBe(true);
    }
    const [last] = rows.slice(-1);
    expect(Math.abs(Number.parseInt(last?.id.replace("-", "").slice(0, 12) ?? "", 16) - Date.now())).toBeLessThan(
      600_000,
    );
  });
});
