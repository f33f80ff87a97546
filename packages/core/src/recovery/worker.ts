import { backupSaga } from "./backup.saga.ts";
import { copyBackups } from "./copies/copy-backups.ts";
import { followDestinations } from "./copies/follow-destinations.ts";
import { vmSnapshotSaga } from "./create-snapshot.ts";
import { expireBackups } from "./expire-backups.ts";
import { removeLeftoverCopies, removeRecoveryPoints } from "./remove-recovery-points.ts";
import { restoreBackupSaga, restoreSnapshotSaga } from "./restore.saga.ts";
import { createVmElsewhereSaga, createVmOfBackupSaga, createVmOfCopySaga } from "./restored-vm.saga.ts";
import { runDueBackups } from "./run-due-backups.ts";

export const recoverySagas = [vmSnapshotSaga, restoreSnapshotSaga, backupSaga, restoreBackupSaga] as const;

export const restoredVmSagas = [createVmOfBackupSaga, createVmOfCopySaga, createVmElsewhereSaga] as const;

export const recoveryReconcilers = [
  runDueBackups,
  expireBackups,
  removeRecoveryPoints,
  removeLeftoverCopies,
  copyBackups,
  followDestinations,
] as const;
