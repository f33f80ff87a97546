import type { RecoveryPort } from "../recovery-port.ts";
import { createBackup, deleteBackup, exportBackup, restoreBackup } from "./backups.ts";
import { findRecoveryPoints, listRecoveryPoints } from "./recovery-inventory.ts";
import { createSnapshot, deleteSnapshot, restoreSnapshot } from "./snapshots.ts";
import type { World } from "./world.ts";

export function simulatedRecovery(world: World): RecoveryPort {
  return {
    createSnapshot: (...call) => createSnapshot(world, ...call),
    restoreSnapshot: (...call) => restoreSnapshot(world, ...call),
    deleteSnapshot: (...call) => deleteSnapshot(world, ...call),
    createBackup: (...call) => createBackup(world, ...call),
    restoreBackup: (...call) => restoreBackup(world, ...call),
    exportBackup: (...call) => exportBackup(world, ...call),
    deleteBackup: (...call) => deleteBackup(world, ...call),
    findRecoveryPoints: (...call) => findRecoveryPoints(world, ...call),
    listRecoveryPoints: (...call) => listRecoveryPoints(world, ...call),
  };
}
