import type { BackupPolicy, VmType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { RequestContext } from "../request/context.ts";
import { conflict } from "../request/domain-error.ts";
import { POLICY_COLUMNS, toBackupPolicy } from "./backup-policy-record.ts";
import { findPolicy } from "./get-backup-policy.ts";

const disable = statement(
  "backup_policy_disable",
  `UPDATE backup_policy p SET enabled = false, next_run_at = NULL, start_at = NULL, wait_until = NULL, updated_at = now() FROM vm v
    WHERE p.workspace_id = $1::bigint AND p.vm_id = $2 AND p.enabled AND v.workspace_id = p.workspace_id AND v.vm_id = p.vm_id AND v.type = $3::vm_type
   RETURNING ${POLICY_COLUMNS}`,
);

/** Runs nothing by schedule any more; what runs now goes on. @throws DomainError 404, 409 */
export async function disableBackups(
  { sql, workspace }: RequestContext,
  type: VmType,
  { vm_id }: { readonly vm_id: string },
): Promise<BackupPolicy> {
  const [row] = await sql.query(disable, [workspace.id, vm_id, type]);
  if (row !== undefined) return toBackupPolicy(row, workspace);
  await findPolicy(sql, workspace.id, type, vm_id);
  throw conflict("backups_disabled", "The VM's backups are disabled already; there is nothing to disable.");
}
