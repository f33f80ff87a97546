import type { Database } from "@fulmar/prisma";
import { withoutTriggers } from "@fulmar/testkit";

/** A table behind a list, with the values that differ per clone; `n` numbers the clones. */
export interface ClonedTable {
  readonly name: string;
  readonly id: string;
  /** The column that addresses rows in the API, if it is not the id. */
  readonly key?: string;
  readonly unique: Readonly<Record<string, string>>;
  /** Condition for the rows of workspace `$4`, for a table without workspace_id. */
  readonly owned?: string;
  /** Rows that the list must not show, by their differing values. */
  readonly hidden?: readonly Readonly<Record<string, string>>[];
}

/** Clones of one row, numbered from `from` to `to`, in each of the workspaces. */
export interface Clones {
  readonly workspaceIds: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** The offset between the clone numbers of two workspaces. */
const APART = 10_000;

/**
 * Clones a workspace's newest row of a table many times, each clone with its own unique values. Foreign keys are not
 * checked, so the clones may refer to missing rows.
 */
export async function cloneRows(
  { pool }: Database,
  table: ClonedTable,
  { workspaceIds, from, to }: Clones,
): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1",
    [table.name],
  );
  const columns = rows.map(({ name }) => name);
  const expressions = columns.map((name) => {
    const own =
      name === "workspace_id" ? "w.workspace_id" : name === table.id ? clonedId(`o.${table.id}`) : `o."${name}"`;
    return table.unique[name] ?? own;
  });
  const owned = columns.includes("workspace_id") ? "workspace_id = $4" : table.owned;
  await withoutTriggers(pool, (client) =>
    client.query(
      `INSERT INTO ${table.name} (${columns.map((name) => `"${name}"`).join(", ")})
       SELECT ${expressions.join(", ")}
         FROM (SELECT * FROM ${table.name} WHERE ${owned} ORDER BY ${table.id} DESC LIMIT 1) AS o,
              generate_series($1::int, $2::int) AS i (number),
              unnest($3::bigint[]) WITH ORDINALITY AS w (workspace_id, nth),
              LATERAL (SELECT (w.nth - 1) * ${APART} + i.number AS n) AS s, LATERAL (SELECT ${ID_END} AS id_end) AS e`,
      [from, to, workspaceIds, workspaceIds[0]],
    ),
  );
}

/**
 * Ids created in the same millisecond by concurrent tests begin alike. The workspace number makes their clones unique.
 */
const ID_END = "'zz' || lpad((w.workspace_id % 1000)::text, 3, '0') || lpad(s.n::text, 7, '0')";

/** SQL for a clone's id: sorted by its number, after the original and earlier rows. */
export function clonedId(original: string): string {
  return `left(${original}, -12) || e.id_end`;
}
