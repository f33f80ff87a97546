import { withoutTriggers } from "@fulmar/testkit";
import type pg from "pg";

/** Many copies of one row, numbered from `first` to `last`. */
interface Clones {
  /** With its schema, unless that is `public`. */
  readonly table: string;
  readonly id: string;
  /** The id of the row to copy. */
  readonly original: string;
  readonly first: number;
  readonly last: number;
  /** SQL for the values that differ per copy, by column; `n` is the copy's number, `o` the original. */
  readonly values: Readonly<Record<string, string>>;
}

/** Copies a row in one statement. Foreign keys are not checked, so the copies may refer to missing rows. */
export async function cloneRows(pool: pg.Pool, { table, id, original, first, last, values }: Clones): Promise<void> {
  await withoutTriggers(pool, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
      [table],
    );
    const names = rows.map(({ name }) => name);
    await client.query(
      `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(", ")})
       SELECT ${names.map((name) => values[name] ?? `o."${name}"`).join(", ")}
         FROM (SELECT * FROM ${table} WHERE ${id} = $1) AS o, generate_series($2::int, $3::int) AS s (n)`,
      [original, first, last],
    );
  });
}
