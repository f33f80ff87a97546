import { type Sql, statement } from "@fulmar/prisma";
import type { DomainError } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { readBackupBasis, ruledBy } from "./backup-basis.ts";

const insert = statement(
  "backup_insert_missed",
  `WITH policy AS (
     UPDATE backup_policy SET last_run_at = now(), last_status = 'failed' WHERE workspace_id = $2::bigint AND vm_id = $3
     RETURNING policy_id, retention_days
   )
   INSERT INTO backup (backup_id, workspace_id, vm_id, policy_id, type, chain_id, status, trigger, scheduled_for, source_disk_size_gb, storage_backend,
                       error_code, error_message, finished_at, expires_at)
   SELECT $1, $2::bigint, $3, policy_id, $4::backup_type, $5, 'failed', 'schedule', $6::timestamptz, $7::int, $8, $9, $10,
          now(), now() + retention_days * interval '24 hours' FROM policy`,
);

interface MissedBackup {
  readonly workspaceId: bigint;
  readonly vmId: string;
  readonly slot: Date;
  /** Why the VM could not be backed up, the last time that it was tried. */
  readonly refusal: DomainError;
}

/** Lists a scheduled backup as failed that never began, in the transaction that takes its slot. */
export async function recordMissedBackup(sql: Sql, { workspaceId, vmId, slot, refusal }: MissedBackup): Promise<void> {
  const basis = await readBackupBasis(sql, workspaceId, vmId);
  const next = ruledBy(basis, slot);
  const backupId = newId("bkp");
  const chainId = next.type === "full" ? backupId : next.chainId;
  const { code, message } = reasonOf(refusal);
  await sql.query(insert, [
    backupId,
    workspaceId,
    vmId,
    next.type,
    chainId,
    slot,
    basis.diskGb,
    basis.provider,
    code,
    message,
  ]);
}

function reasonOf({ code, message }: DomainError): { readonly code: string; readonly message: string } {
  if (code !== "operation_in_progress") return { code, message };
  return {
    code: "backup_window_passed",
    message: "Other operations held the VM until the backup window had passed; run a backup now, or widen the window.",
  };
}
