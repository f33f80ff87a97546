import type { Acceptance, BackupType, VmType } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { changeVm } from "../compute/index.ts";
import type { InWorkspace } from "../request/context.ts";
import { conflict } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { backupSaga } from "./backup.saga.ts";
import { type ChainRule, incrementalUpon, type LatestChain, type NextBackup, nextBackup } from "./backup-chain.ts";
import { liveVolumes } from "./captured-volumes.ts";

const SUCCEEDED = "workspace_id = v.workspace_id AND vm_id = v.vm_id AND status = 'succeeded' AND deleted_at IS NULL";

// A chain of which the provider has lost a part. It cannot be continued.
const BROKEN = `SELECT FROM backup b
                 WHERE b.workspace_id = v.workspace_id AND b.vm_id = v.vm_id AND b.chain_id = backup.backup_id
                    AND b.error_code = 'parent_backup_not_found' AND b.deleted_at IS NULL`;

const basis = statement(
  "backup_basis",
  `SELECT v.disk_gb, s.provider, p.policy_id, p.full_backup_interval_days, p.incremental_enabled, f.chain_id, f.full_at,
          (SELECT backup_id FROM backup WHERE ${SUCCEEDED} AND chain_id = f.chain_id ORDER BY backup_id DESC
            LIMIT 1) AS last_id
     FROM vm v JOIN site s ON s.site_id = v.site_id
     LEFT JOIN backup_policy p ON p.workspace_id = v.workspace_id AND p.vm_id = v.vm_id
     LEFT JOIN LATERAL (SELECT backup_id AS chain_id, coalesce(scheduled_for, created_at) AS full_at FROM backup
                         WHERE ${SUCCEEDED} AND type = 'full' AND NOT EXISTS (${BROKEN}) ORDER BY backup_id DESC
                         LIMIT 1) f ON true
    WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id`,
);

interface BackupRequest {
  readonly type: VmType;
  readonly vm_id: string;
  /** The requested type. Undefined means that the policy decides. */
  readonly backupType: BackupType | undefined;
  /** The slot of the policy's schedule. Null for a backup on request. */
  readonly slot: Date | null;
}

const insert = statement(
  "backup_insert",
  `WITH made AS (
     INSERT INTO backup (backup_id, workspace_id, vm_id, policy_id, operation_id, type, parent_backup_id, chain_id,
                         trigger, scheduled_for,
                         source_disk_size_gb, storage_backend, data_volumes)
     VALUES ($backup_id, $workspace_id::bigint, $vm_id, $policy_id, $operation_id, $type::backup_type,
             $parent_backup_id, $chain_id, $trigger::backup_trigger, $scheduled_for::timestamptz,
             $source_disk_size_gb::int, $storage_backend, $data_volumes::jsonb)
     RETURNING policy_id
   )
   UPDATE backup_policy p SET last_run_at = now(), last_status = 'queued' FROM made
    WHERE p.workspace_id = $workspace_id::bigint AND p.policy_id = made.policy_id`,
);

/**
 * Accepts a backup of a VM for the worker.
 * @throws DomainError 404, 409
 */
export async function acceptBackup(
  context: InWorkspace,
  { type, vm_id, slot, backupType }: BackupRequest,
): Promise<Acceptance> {
  const { sql, workspace } = context;
  const backup_id = newId("bkp");
  // From here on the operation holds the VM: its volumes do not change, and no other backup of it is created or
  // deleted.
  const acceptance = await changeVm(context, {
    type,
    vm_id,
    action: "snapshot",
    meanwhile: null,
    saga: backupSaga,
    input: { backup_id },
  });
  const basis = await readBackupBasis(sql, workspace.id, vm_id);
  const next = wanted(basis, backupType, slot ?? new Date());
  await sql.query(insert, {
    backup_id,
    workspace_id: workspace.id,
    vm_id,
    policy_id: basis.policy_id,
    operation_id: acceptance.operation_id,
    type: next.type,
    parent_backup_id: next.type === "full" ? null : next.parentId,
    chain_id: next.type === "full" ? backup_id : next.chainId,
    trigger: slot === null ? "manual" : "schedule",
    scheduled_for: slot,
    source_disk_size_gb: basis.disk_gb,
    storage_backend: basis.provider,
    data_volumes: JSON.stringify(await liveVolumes(sql, workspace.id, vm_id)),
  });
  return acceptance;
}

/** @throws DomainError 409 when an incremental backup has no parent */
function wanted(basis: BackupBasis, backupType: BackupType | undefined, at: Date): NextBackup {
  if (backupType === undefined) return ruledBy(basis, at);
  if (backupType === "full") return { type: "full" };
  if (basis.latest === null)
    throw conflict(
      "no_full_backup",
      "The VM has no full backup that an incremental backup could build on; run a full backup first.",
    );
  return incrementalUpon(basis.latest);
}

/** Reads what decides on a new backup. It stays valid while the transaction has the VM locked. */
export async function readBackupBasis(sql: Sql, workspace_id: bigint, vm_id: string) {
  const row = await sql.one(basis, { workspace_id, vm_id });
  const { disk_gb, provider, policy_id, full_backup_interval_days, incremental_enabled, chain_id, full_at, last_id } =
    row;
  const rule: ChainRule | null =
    full_backup_interval_days === null || incremental_enabled === null
      ? null
      : { full_backup_interval_days, incremental_enabled };
  const latest: LatestChain | null =
    chain_id === null || full_at === null || last_id === null ? null : { chain_id, full_at, last_id };
  return { policy_id, rule, latest, disk_gb, provider };
}

type BackupBasis = Awaited<ReturnType<typeof readBackupBasis>>;

/** The backup that the policy calls for at a given time. */
export function ruledBy({ rule, latest }: BackupBasis, at: Date): NextBackup {
  return nextBackup(rule, latest, at);
}
