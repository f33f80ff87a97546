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
  "public.operator_event": " WHERE result < 400",
};

/** By the name of a table, the number of its rows and a hash of their contents. */
export type DatabaseState = Readonly<Record<string, string>>;

type Client = Pick<Database["pool"], "query">;

interface Table {
  readonly name: string;
  readonly columns: string;
}

interface Contents {
  readonly rows: number;
  /** The sum of the hashes of its rows. */
  readonly hashes: bigint;
  /** The number of its rows and the sum of their xmin. */
  readonly signature: string;
}

/** All tables at one moment, by name. */
interface Reading {
  readonly snapshot: string;
  readonly contents: ReadonlyMap<string, Contents>;
  readonly state: DatabaseState;
}

/** A database's tables do not change during a test. */
interface Known {
  readonly tables: readonly Table[];
  /** The query of their signatures. */
  readonly signatures: string;
  last: Reading;
}

const known = new WeakMap<object, Known>();

/**
 * The number of rows and a hash of their contents for each table. Refusals, and columns that any request changes on
 * arrival, are left out. No change may be under way.
 *
 * Only what has changed since the last call is read:
 * - nothing, if no transaction of the server has ended since, so that its snapshots are the same;
 * - else the number of each table's rows and the sum of their xmin. A row that was written since has a higher xmin than
 *   all that were there, so a table with as many rows and the same sum is as it was;
 * - the contents of the others: of rows with such an xmin alone, where these are as many as the table has more.
 */
export async function databaseState({ pool }: Database): Promise<DatabaseState> {
  const database = known.get(pool) ?? (await firstMet(pool));
  known.set(pool, database);
  const { rows } = await pool.query<{ snapshot: string }>({
    name: "test_snapshot",
    text: "SELECT pg_current_snapshot()::text AS snapshot",
  });
  if (rows[0]?.snapshot !== database.last.snapshot) database.last = await readAnew(pool, database);
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

async function firstMet(pool: Database["pool"]): Promise<Known> {
  const { rows: tables } = await pool.query<Table>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name,
            string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE n.nspname IN ('public', 'simulated') AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
        AND NOT a.attname = ANY ($1)
      GROUP BY 1 ORDER BY 1`,
    [[...COMING, ...COUNTED]],
  );
  return { tables, signatures: signaturesOf(tables), last: { snapshot: "", contents: new Map(), state: {} } };
}

/** Reads what has changed since the last reading, of all tables at one moment. */
async function readAnew(pool: Database["pool"], { tables, signatures, last }: Known): Promise<Reading> {
  const client = await pool.connect();
  try {
    const [, { rows }] = await Promise.all([
      client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
      client.query<{ snapshot: string; signatures: string[] }>({ name: "test_signatures", text: signatures }),
    ]);
    const { snapshot, signatures: now } = rows[0] ?? { snapshot: "", signatures: [] };
    const contents = new Map(last.contents);
    const changed = tables
      .map((table, index) => ({ ...table, signature: now[index] ?? "" }))
      .filter(({ name, signature }) => signature !== last.contents.get(name)?.signature);
    const added = await hashesOf(client, changed, last.snapshot);
    const rewritten = changed.filter(({ name, signature }, index) => {
      const before = last.contents.get(name) ?? { rows: 0, hashes: 0n };
      const { count, hashes } = added[index] ?? { count: 0, hashes: 0n };
      const size = Number(signature.split(" ")[0]);
      if (before.rows + count !== size) return true;
      contents.set(name, { rows: size, hashes: before.hashes + hashes, signature });
      return false;
    });
    const whole = await hashesOf(client, rewritten, "");
    for (const [index, { name, signature }] of rewritten.entries()) {
      const { count, hashes } = whole[index] ?? { count: 0, hashes: 0n };
      contents.set(name, { rows: count, hashes, signature });
    }
    await client.query("COMMIT");
    client.release();
    const state = Object.fromEntries(
      [...contents].map(([name, { rows: n, hashes }]) => [name, `${n} rows, ${hashes}`]),
    );
    return { snapshot, contents, state };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function signaturesOf(tables: readonly Table[]): string {
  // An age is how far an xmin is from the present transaction: a number, which xmin itself is not.
  const signatures = tables.map(
    ({ name }) =>
      `(SELECT count(*) || ' ' || count(*) * age('3'::xid) - coalesce(sum(age(xmin)), 0)
          FROM ${name}${DONE[name] ?? ""})`,
  );
  return `SELECT pg_current_snapshot()::text AS snapshot, ARRAY[${signatures.join(", ")}] AS signatures`;
}

/** The number of rows of tables and the sum of their hashes: of those written since a snapshot, if there is one. */
function hashesOf(client: Client, tables: readonly Table[], since: string) {
  return Promise.all(
    tables.map(async ({ name, columns }) => {
      const read = `SELECT count(*), coalesce(sum(hashtext(ROW(${columns})::text)), 0)
                      FROM ${name}${DONE[name] ?? " WHERE true"}`;
      const query =
        since === ""
          ? { text: read }
          : { text: `${read} AND age(xmin) <= age($1::xid)`, values: [since.split(":")[0]] };
      // Prepared, because planning takes longer than reading.
      const { rows } = await client.query<[string, string]>({
        ...query,
        name: `test_rows_${since === ""}_${name}`,
        rowMode: "array",
      });
      const [[count, hashes] = ["0", "0"]] = rows;
      return { count: Number(count), hashes: BigInt(hashes) };
    }),
  );
}
