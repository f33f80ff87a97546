import { backupSaga } from "./backup.saga.ts";
import { vmSnapshotSaga } from "./create-snapshot.ts";
import { restoreBackupSaga, restoreSnapshotSaga } from "./restore.saga.ts";

/** What asynchronous requests for snapshots and backups do. */
export const recoverySagas = [vmSnapshotSaga, restoreSnapshotSaga, backupSaga, restoreBackupSaga] as const;
