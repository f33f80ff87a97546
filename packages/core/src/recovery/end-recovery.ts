import { type Sql, statement } from "@fulmar/prisma";

const end = statement(
  "recovery_end",
  `WITH policies AS (
     UPDATE backup_policy SET enabled = false, next_run_at = NULL, start_at = NULL, wait_until = NULL, updated_at = now()
      WHERE workspace_id = $1::bigint AND vm_id = $2
   ), snapshots AS (
     UPDATE snapshot_set SET deleted_at = now() WHERE workspace_id = $1::bigint AND vm_id = $2 AND deleted_at IS NULL
   )
   UPDATE backup SET deleted_at = now() WHERE workspace_id = $1::bigint AND vm_id = $2 AND deleted_at IS NULL`,
);

/**
 * In the transaction that makes a VM `deleted`: its snapshots and backups go with it, as there is nothing else that
 * they could be restored to.
 */
export async function endRecovery(sql: Sql, workspaceId: bigint, vmId: string): Promise<void> {
  await sql.query(end, [workspaceId, vmId]);
}
