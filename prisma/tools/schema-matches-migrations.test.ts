import { execFileSync } from "node:child_process";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../src/migrate.ts";
import { startThrowawayDatabase, type ThrowawayDatabase } from "./throwaway-database.ts";

/**
 * Objects that only the migrations have. Prisma's schema also lacks CHECK and exclusion constraints, partial and
 * expression indexes, triggers, functions and policies. They are not compared.
 */
const MIGRATIONS_ONLY: readonly RegExp[] = [
  // Prisma's own bookkeeping.
  /^_prisma_migrations\b/,
  // Its key is an xid8, which Prisma does not support. Only statements read and write it.
  /^change\b/,
];

let server: ThrowawayDatabase;
beforeAll(async () => {
  server = await startThrowawayDatabase({ inMemory: true, major: 18 });
});
afterAll(() => server.stop());

test("prisma/schema and the migrations agree on tables, columns, enums and keys", async () => {
  const migrated = databaseOf("migrated");
  await migrate(migrated);
  const declared = databaseOf("declared");
  await make(declared, tablesOfSchema());
  const [actual, expected] = [await contentsOf(migrated), await contentsOf(declared)];
  const missing = expected
    .filter((line) => !actual.includes(line))
    .map((line) => `prisma/schema has, and the migrations do not make: ${line}`);
  const unsaid = actual
    .filter((line) => !expected.includes(line) && !line.includes(" refers to "))
    .filter((line) => !MIGRATIONS_ONLY.some((pattern) => pattern.test(line)))
    .map((line) => `the migrations make, and prisma/schema does not have: ${line}`);
  expect([...missing, ...unsaid]).toEqual([]);
});

function databaseOf(name: string): string {
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** The SQL with which Prisma would create the schema. */
function tablesOfSchema(): string {
  const folder = join(import.meta.dirname, "..");
  const args = ["migrate", "diff", "--from-empty", "--to-schema", "schema", "--script"];
  const env = { ...process.env, DATABASE_URL: server.url };
  return execFileSync(join(folder, "node_modules/.bin/prisma"), args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    env,
  });
}

async function make(url: string, script: string): Promise<void> {
  await asked(server.url, `CREATE DATABASE ${new URL(url).pathname.slice(1)}`);
  await asked(url, script);
}

/**
 * A line for each column, enum, primary key and foreign key. Prisma's schema cannot say whether a list is NOT NULL, and
 * the value of a default is not compared.
 */
async function contentsOf(url: string): Promise<string[]> {
  const { rows } = await asked(
    url,
    `SELECT format('%s.%s %s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                   CASE WHEN t.typcategory = 'A' THEN '' WHEN a.attnotnull THEN ' NOT NULL' ELSE ' NULL' END) AS line
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
      WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
     UNION ALL
     SELECT format('%s is one of %s', t.typname, string_agg(e.enumlabel, ', ' ORDER BY e.enumsortorder))
       FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid WHERE t.typnamespace = 'public'::regnamespace
      GROUP BY t.typname
     UNION ALL
     SELECT format('%s has the %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
      WHERE contype = 'p' AND connamespace = 'public'::regnamespace
     UNION ALL
     SELECT format('%s (%s) refers to %s', k.conrelid::regclass,
                   (SELECT string_agg(a.attname, ', ' ORDER BY a.attname) FROM pg_attribute a
                     WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)), k.confrelid::regclass)
       FROM pg_constraint k WHERE contype = 'f' AND connamespace = 'public'::regnamespace
     ORDER BY line`,
  );
  return rows.map(({ line }) => line);
}

async function asked(url: string, text: string): Promise<pg.QueryResult<{ line: string }>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<{ line: string }>(text);
  } finally {
    await client.end();
  }
}
