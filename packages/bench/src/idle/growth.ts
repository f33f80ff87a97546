import type pg from "pg";

/** Bytes of each table with its indexes; the tables of minutes together, and so those of hours. */
export type Sizes = ReadonlyMap<string, number>;

const MINUTES = /^(vm|volume)_metric_\d{10}$/;

/** They grow once an hour. */
export const USAGE_RECORDS = "public.usage_record";

/** Tables of minutes, which are packed and dropped an hour later: they take the same room whenever one looks. */
export const MINUTES_OF_METRICS = "metrics, minutes of the last hour";

/** Measures all tables of a database. */
export async function sizesOf(pool: pg.Pool): Promise<Sizes> {
  const { rows } = await pool.query<{ schema: string; name: string; bytes: string }>(
    `SELECT n.nspname AS schema, c.relname AS name, pg_total_relation_size(c.oid) AS bytes FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname NOT IN ('information_schema', 'pg_toast')`,
  );
  const sizes = new Map<string, number>();
  for (const { schema, name, bytes } of rows) {
    const table = schema === "metric_part" && MINUTES.test(name) ? MINUTES_OF_METRICS : `${schema}.${name}`;
    sizes.set(table, (sizes.get(table) ?? 0) + Number(bytes));
  }
  return sizes;
}

/** Megabytes of the usage records of an hour, of those that have been metered. */
export async function meteredMegabytes(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string; hours: string }>(
    "SELECT pg_total_relation_size('usage_record') AS bytes, count(DISTINCT hour) AS hours FROM usage_record",
  );
  const [{ bytes, hours } = { bytes: 0, hours: 0 }] = rows;
  if (Number(hours) === 0) throw new Error("the worker has metered no hour");
  return Number(bytes) / Number(hours) / 1e6;
}

/** Megabytes by which tables have grown, the most first; tables that have not are left out. */
export function growthOf(before: Sizes, after: Sizes): [table: string, megabytes: number][] {
  return [...after]
    .map(([table, bytes]): [string, number] => [table, (bytes - (before.get(table) ?? 0)) / 1e6])
    .filter(([, megabytes]) => megabytes !== 0)
    .toSorted(([, a], [, b]) => b - a);
}
