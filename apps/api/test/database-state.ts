import type { Database } from "@fulmar/prisma";

/** The query texts by pool: the tables do not change during a test. */
const queries = new WeakMap<object, string>();

/** Columns that any request changes on arrival. */
const COMING = ["last_used_at", "last_used_ip", "refused_at", "refused_ip", "old_used_at"];
/** When the costs of an organization were last counted: a purchase that is refused counts them anew. */
const COUNTED = ["counted_at"];
/** Conditions for rows that are not refusals, in the tables that record refusals. */
const DONE: Readonly<Record<string, string>> = {
  "public.audit_event": " WHERE result < 400",
  "public.admission": " WHERE allowed",
};

/**
 * The number of rows and a hash of their contents for each table. Refusals, and columns that any request changes on
 * arrival, are left out.
 */
export async function databaseState({ pool }: Database): Promise<Readonly<Record<string, string>>> {
  const known = queries.get(pool) ?? (await queryOf(pool));
  queries.set(pool, known);
  const client = await pool.connect();
  try {
    // The server would start parallel workers for so many tables, which costs ten times as much as reading these.
    await client.query("BEGIN; SET LOCAL max_parallel_workers_per_gather = 0");
    const { rows } = await client.query<{ name: string; state: string }>({ name: "test_database_state", text: known });
    await client.query("COMMIT");
    client.release();
    return Object.fromEntries(rows.map((row) => [row.name, row.state]));
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function queryOf(pool: Database["pool"]): Promise<string> {
  const { rows } = await pool.query<{ name: string; columns: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE n.nspname IN ('public', 'simulated') AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND NOT a.attname = ANY ($1)
      GROUP BY 1 ORDER BY 1`,
    [[...COMING, ...COUNTED]],
  );
  const perTable = rows.map(
    ({ name, columns }) =>
      `SELECT '${name}' AS name, count(*) || ' rows, ' || coalesce(sum(hashtext(ROW(${columns})::text)), 0) AS state FROM ${name}${DONE[name] ?? ""}`,
  );
  return perTable.join(" UNION ALL ");
}
