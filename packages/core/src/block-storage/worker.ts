import { volumeCreateSaga } from "./create-volume.ts";
import { volumeSnapshotSaga } from "./create-volume-snapshot.ts";
import { reclaimVolumes } from "./reclaim-volumes.ts";
import { reconcileVolumes } from "./reconcile-volumes.ts";
import { volumeResizeSaga } from "./resize-volume.ts";
import { endKeptVolumes } from "./restore-volume.ts";

/** The sagas that change only a volume. Those that attach and detach hold a VM and are sagas of compute. */
export const blockStorageSagas = [volumeCreateSaga, volumeResizeSaga, volumeSnapshotSaga] as const;

/** The reconcilers of block storage. */
export const blockStorageReconcilers = [endKeptVolumes, reclaimVolumes, reconcileVolumes] as const;
