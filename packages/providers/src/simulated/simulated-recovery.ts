import { statement } from "@fulmar/prisma";
import type { RecoveryPoint, RecoveryPort } from "../ports/recovery-port.ts";
import { createBackup, deleteBackup, exportPoint, importBackup, restoreBackup } from "./backups.ts";
import { createSnapshot, deleteSnapshot, restoreSnapshot } from "./snapshots.ts";
import type { World } from "./world.ts";

export function simulatedRecovery(world: World): RecoveryPort {
  return {
    createSnapshot: (...call) => createSnapshot(world, ...call),
    restoreSnapshot: (...call) => restoreSnapshot(world, ...call),
    deleteSnapshot: (...call) => deleteSnapshot(world, ...call),
    createBackup: (...call) => createBackup(world, ...call),
    restoreBackup: (...call) => restoreBackup(world, ...call),
    exportPoint: (...call) => exportPoint(world, ...call),
    importBackup: (...call) => importBackup(world, ...call),
    deleteBackup: (...call) => deleteBackup(world, ...call),
    findRecoveryPoints: (...call) => findRecoveryPoints(world, ...call),
    listRecoveryPoints: (...call) => listRecoveryPoints(world, ...call),
  };
}

const find = statement(
  "simulated_recovery_find",
  `SELECT DISTINCT snapshot_id AS id, vm_id AS "vmId", 'snapshot' AS kind FROM simulated.snapshot
    WHERE snapshot_id = ANY ($snapshot_ids::text[]) AND provider = $provider
   UNION ALL SELECT DISTINCT backup_id, vm_id, 'backup' FROM simulated.backup
   WHERE backup_id = ANY ($snapshot_ids::text[]) AND provider = $provider`,
);

const list = statement(
  "simulated_recovery_list",
  `SELECT DISTINCT snapshot_id AS id, vm_id AS "vmId", 'snapshot' AS kind FROM simulated.snapshot
    WHERE snapshot_id > $after AND provider = $provider
   UNION ALL SELECT DISTINCT backup_id, vm_id, 'backup' FROM simulated.backup
   WHERE backup_id > $after AND provider = $provider
   ORDER BY id LIMIT $limit`,
);

function findRecoveryPoints(world: World, ids: readonly string[], signal: AbortSignal): Promise<RecoveryPoint[]> {
  return world.query(signal, find, { snapshot_ids: ids, provider: world.provider });
}

function listRecoveryPoints(
  world: World,
  page: { readonly after: string; readonly limit: number },
  signal: AbortSignal,
): Promise<RecoveryPoint[]> {
  return world.query(signal, list, { after: page.after, limit: page.limit, provider: world.provider });
}
