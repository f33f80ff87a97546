import type { Acceptance, BackupType, VmType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { changeVm } from "../compute/index.ts";
import type { RequestContext } from "../request/context.ts";
import { conflict } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { backupSaga } from "./backup.saga.ts";
import { type BackupBasis, readBackupBasis, ruledBy } from "./backup-basis.ts";
import { incrementalUpon, type NextBackup } from "./backup-chain.ts";
import { liveVolumes } from "./live-volumes.ts";

interface BackupRequest {
  readonly type: VmType;
  readonly vmId: string;
  /** What the caller wants it to be; undefined: what the policy says. */
  readonly backupType: BackupType | undefined;
  /** The slot of the policy's schedule that it is for; null when somebody asked for it. */
  readonly slot: Date | null;
}

const insert = statement(
  "backup_insert",
  `WITH made AS (
     INSERT INTO backup (backup_id, workspace_id, vm_id, policy_id, operation_id, type, parent_backup_id, chain_id, trigger, scheduled_for,
                         source_disk_size_gb, storage_backend, data_volumes)
     VALUES ($1, $2::bigint, $3, $4, $5, $6::backup_type, $7, $8, $9::backup_trigger, $10::timestamptz, $11::int, $12, $13::jsonb)
     RETURNING policy_id
   )
   UPDATE backup_policy p SET last_run_at = now(), last_status = 'queued' FROM made WHERE p.workspace_id = $2::bigint AND p.policy_id = made.policy_id`,
);

/** Hands a backup of a VM over to the worker. @throws DomainError 404, 409 */
export async function acceptBackup(
  context: Pick<RequestContext, "sql" | "workspace">,
  request: BackupRequest,
): Promise<Acceptance> {
  const { type, vmId, slot, backupType } = request;
  const { sql, workspace } = context;
  const backupId = newId("bkp");
  // From here on the operation holds the VM: its volumes stay what they are, and no other backup of it begins or goes.
  const acceptance = await changeVm(context, {
    type,
    vmId,
    action: "snapshot",
    meanwhile: null,
    saga: backupSaga,
    input: { backup_id: backupId },
  });
  const basis = await readBackupBasis(sql, workspace.id, vmId);
  const next = wanted(basis, backupType, slot ?? new Date());
  await sql.query(insert, [
    backupId,
    workspace.id,
    vmId,
    basis.policyId,
    acceptance.operation_id,
    next.type,
    next.type === "full" ? null : next.parentId,
    next.type === "full" ? backupId : next.chainId,
    slot === null ? "manual" : "schedule",
    slot,
    basis.diskGb,
    basis.provider,
    JSON.stringify(await liveVolumes(sql, workspace.id, vmId)),
  ]);
  return acceptance;
}

/** @throws DomainError 409 when an incremental backup has nothing to be built upon */
function wanted(basis: BackupBasis, backupType: BackupType | undefined, at: Date): NextBackup {
  if (backupType === undefined) return ruledBy(basis, at);
  if (backupType === "full") return { type: "full" };
  if (basis.latest === null)
    throw conflict(
      "no_full_backup",
      "The VM has no full backup that an incremental one could be built upon; run a full one first.",
    );
  return incrementalUpon(basis.latest);
}
