import type { Database } from "@fulmar/prisma";

/** What a workspace keeps of what it had: history, and what belongs to nothing that can be deleted. */
const HISTORY = [
  "admission",
  "audit_event",
  "cdn_signing_key",
  "change",
  "idempotency_key",
  "ledger_entry",
  "quota",
  "usage_record",
  "vm_bandwidth",
  "vm_metric",
  "workspace",
];
/** Rows of these stay as history once this no longer holds. */
const LIVE: Readonly<Record<string, string>> = {
  backup_policy: "enabled",
  charge: "charged_until IS NULL",
  operation: "finished_at IS NULL",
  vm: "deleted_at IS NULL",
  volume: "deleted_at IS NULL OR reclaimed_at IS NULL",
  volume_operation: "completed_at IS NULL",
};
/** The log of what the simulated edge was told, and the mark of the installation that drives the site. */
const KEPT_BY_PROVIDER = ["edge_purge", "site_mark"];

const tables = `
  SELECT c.relname AS name, n.nspname AS schema FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
     AND (n.nspname = 'simulated' AND c.relname <> ALL ($2::text[])
       OR n.nspname = 'public' AND c.relname <> ALL ($1::text[])
          AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped))
   ORDER BY 2, 1`;

/**
 * What there still is of a workspace whose stacks were destroyed: in the database, and at the simulated provider, which
 * nobody else may use meanwhile.
 * @returns the number of rows by table, for those that have any; empty when nothing is left
 */
export async function remainsOf(
  { pool }: Pick<Database, "pool">,
  workspaceId: string,
): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; schema: string }>(tables, [HISTORY, KEPT_BY_PROVIDER]);
  const counts = await Promise.all(
    rows.map(async ({ name, schema }) => {
      const condition =
        schema === "public" ? `workspace_id = $1::bigint AND (${LIVE[name] ?? "true"})` : "$1::bigint > 0";
      const counted = await pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM "${schema}"."${name}" WHERE ${condition}`,
        [workspaceId],
      );
      return [`${schema}.${name}`, counted.rows[0]?.count ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
