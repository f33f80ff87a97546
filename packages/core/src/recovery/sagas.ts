import { backupSaga } from "./backup.saga.ts";
import { vmSnapshotSaga } from "./create-snapshot.ts";
import { restoreBackupSaga, restoreSnapshotSaga } from "./restore.saga.ts";

export const recoverySagas = [vmSnapshotSaga, restoreSnapshotSaga, backupSaga, restoreBackupSaga] as const;
