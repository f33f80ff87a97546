import type { Database } from "@fulmar/prisma";
import { expect } from "vitest";

/** Columns that any request changes on arrival. */
const COMING = ["last_used_at", "last_used_ip", "refused_at", "refused_ip", "old_used_at"];
/** When the costs of an organization were last counted: a purchase that is refused counts them anew. */
const COUNTED = ["counted_at"];
/** Conditions for rows that are not refusals, in the tables that record refusals. */
const DONE: Readonly<Record<string, string>> = {
  "public.audit_event": " WHERE result < 400",
  "public.admission": " WHERE allowed",
};

/** By the name of a table, the number of its rows and a hash of their contents. */
export type DatabaseState = Readonly<Record<string, string>>;

interface Table {
  readonly name: string;
  readonly columns: string;
  /** What the table was when it was last read. */
  signature: string;
  state: string;
}

/** What is known of a database, whose tables do not change during a test. */
interface Known {
  readonly tables: readonly Table[];
  readonly signatures: string;
  /** When it was last read, and as what. */
  last?: { readonly snapshot: string; readonly state: DatabaseState };
}

const known = new WeakMap<object, Known>();

/**
 * The number of rows and a hash of their contents for each table. Refusals, and columns that any request changes on
 * arrival, are left out. No change may be under way.
 *
 * Only what may have changed since the last call is read:
 * - nothing, where no transaction of the server has ended since: its snapshots are the same then;
 * - of each table the number of rows and the sum of their xmin. A row that was written since has a higher xmin than all
 *   that were there, so a table with as many rows and the same sum is as it was;
 * - the contents of the others.
 */
export async function databaseState({ pool }: Database): Promise<DatabaseState> {
  const database = known.get(pool) ?? (await describe(pool));
  known.set(pool, database);
  const { rows } = await pool.query<{ snapshot: string }>({
    name: "test_snapshot",
    text: "SELECT pg_current_snapshot()::text AS snapshot",
  });
  if (database.last === undefined || rows[0]?.snapshot !== database.last.snapshot)
    database.last = await readAnew(pool, database);
  return database.last.state;
}

/** Expects that the work changes nothing. */
export async function changesNothing(
  { database }: { readonly database: Database },
  work: () => Promise<void>,
): Promise<void> {
  const before = await databaseState(database);
  await work();
  expect(await databaseState(database)).toEqual(before);
}

/** Reads all tables as they are at one moment. */
async function readAnew(pool: Database["pool"], { tables, signatures }: Known): Promise<NonNullable<Known["last"]>> {
  const client = await pool.connect();
  try {
    const [, { rows }] = await Promise.all([
      client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
      client.query<{ snapshot: string; signatures: string[] }>({ name: "test_signatures", text: signatures }),
    ]);
    const now = rows[0] ?? { snapshot: "", signatures: [] };
    const changed = tables.filter(({ signature }, index) => signature !== now.signatures[index]);
    if (changed.length > 0) {
      const { rows: read } = await client.query<{ states: string[] }>(statesOf(changed));
      for (const [index, table] of changed.entries()) table.state = read[0]?.states[index] ?? "";
      for (const [index, table] of tables.entries()) table.signature = now.signatures[index] ?? "";
    }
    await client.query("COMMIT");
    client.release();
    return { snapshot: now.snapshot, state: Object.fromEntries(tables.map(({ name, state }) => [name, state])) };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function describe(pool: Database["pool"]): Promise<Known> {
  const { rows } = await pool.query<{ name: string; columns: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE n.nspname IN ('public', 'simulated') AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND NOT a.attname = ANY ($1)
      GROUP BY 1 ORDER BY 1`,
    [[...COMING, ...COUNTED]],
  );
  // An age is how far an xmin is from the present transaction: a number, which xmin itself is not.
  const signatures = rows.map(
    ({ name }) =>
      `(SELECT count(*) || ' ' || count(*) * age('3'::xid) - coalesce(sum(age(xmin)), 0) FROM ${name}${DONE[name] ?? ""})`,
  );
  return {
    tables: rows.map((table) => ({ ...table, signature: "", state: "" })),
    signatures: `SELECT pg_current_snapshot()::text AS snapshot, ARRAY[${signatures.join(", ")}] AS signatures`,
  };
}

function statesOf(tables: readonly Table[]): string {
  const states = tables.map(
    ({ name, columns }) =>
      `(SELECT count(*) || ' rows, ' || coalesce(sum(hashtext(ROW(${columns})::text)), 0) FROM ${name}${DONE[name] ?? ""})`,
  );
  return `SELECT ARRAY[${states.join(", ")}] AS states`;
}
