import type { Database } from "@fulmar/prisma";
import { withoutTriggers } from "@fulmar/testkit";

/** A table whose rows a list shows, and what each clone of a row must have of its own; `n` numbers the clones. */
export interface ClonedTable {
  readonly name: string;
  readonly id: string;
  /** The column that the list shows and addresses its rows by, where that is not the id. */
  readonly key?: string;
  readonly unique: Readonly<Record<string, string>>;
  /** Which rows are those of the workspace `$4`, for a table that has no workspace_id. */
  readonly owned?: string;
  /** Rows of the table that this list does not show, by what is different about them. */
  readonly hidden?: readonly Readonly<Record<string, string>>[];
}

/** Clones of one row, numbered from `from` to `to`, in each of the workspaces. */
export interface Clones {
  readonly workspaceIds: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** Rows of one table are numbered apart per workspace: its place in the list times this. */
const APART = 10_000;

/**
 * Copies a workspace's newest row of a table many times, each copy with an id and whatever else must be unique of its
 * own. What the copies refer to need not exist: foreign keys are not looked at meanwhile.
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
              generate_series($1::int, $2::int) AS i (number), unnest($3::bigint[]) WITH ORDINALITY AS w (workspace_id, nth),
              LATERAL (SELECT (w.nth - 1) * ${APART} + i.number AS n) AS s, LATERAL (SELECT ${ID_END} AS id_end) AS e`,
      [from, to, workspaceIds, workspaceIds[0]],
    ),
  );
}

/**
 * Tests that run at the same time clone rows whose ids begin alike, being of one millisecond: the workspace tells their
 * clones apart.
 */
const ID_END = "'zz' || lpad((w.workspace_id % 1000)::text, 3, '0') || lpad(s.n::text, 7, '0')";

/** An id that sorts by its number, newer than the original and all that were made before it. */
export function clonedId(original: string): string {
  return `left(${original}, -12) || e.id_end`;
}
