import type { Database } from "@fulmar/prisma";
import type { ClonedTable } from "./listed-tables.ts";

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
export async function cloneRows({ pool }: Database, table: ClonedTable, { workspaceIds, from, to }: Clones): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1",
    [table.name],
  );
  const columns = rows.map(({ name }) => name);
  const expressions = columns.map((name) => {
    const own = name === "workspace_id" ? "w.workspace_id" : name === table.id ? idOf(`o.${table.id}`) : `o."${name}"`;
    return table.unique[name] ?? own;
  });
  const original = `SELECT * FROM ${table.name} ${columns.includes("workspace_id") ? "WHERE workspace_id = $4" : "WHERE $4::bigint IS NOT NULL"} ORDER BY ${table.id} DESC NULLS LAST LIMIT 1`;
  const client = await pool.connect();
  try {
    await client.query("SET session_replication_role = replica");
    await client.query(
      `INSERT INTO ${table.name} (${columns.map((name) => `"${name}"`).join(", ")})
       SELECT ${expressions.join(", ")}
         FROM (${original}) AS o, generate_series($1::int, $2::int) AS i (number), unnest($3::bigint[]) WITH ORDINALITY AS w (workspace_id, nth),
              LATERAL (SELECT (w.nth - 1) * ${APART} + i.number AS n) AS s`,
      [from, to, workspaceIds, workspaceIds[0]],
    );
    await client.query("RESET session_replication_role");
  } finally {
    client.release();
  }
}

/** An id that sorts by its number, newer than the original and all that were made before it. */
function idOf(original: string): string {
  return `left(${original}, -12) || 'zz' || lpad(s.n::text, 10, '0')`;
}
