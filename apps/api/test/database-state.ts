import type { Database } from "@fulmar/prisma";

/** How many rows each table has and what is in them, as one number per table; what a request's coming alone changes is left out. */
export async function databaseState({ pool }: Database): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
       FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema IN ('public', 'simulated') AND table_type = 'BASE TABLE' AND column_name <> 'last_used_at'
      GROUP BY 1 ORDER BY 1`,
  );
  const queries = tables.map(
    ({ name, columns }) => `SELECT '${name}' AS name, count(*) || ' rows, ' || coalesce(sum(hashtext(ROW(${columns})::text)), 0) AS state FROM ${name}`,
  );
  const { rows } = await pool.query<{ name: string; state: string }>(queries.join(" UNION ALL "));
  return Object.fromEntries(rows.map((row) => [row.name, row.state]));
}
