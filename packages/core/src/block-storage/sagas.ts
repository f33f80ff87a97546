import { volumeCreateSaga } from "./create-volume.ts";
import { volumeSnapshotSaga } from "./create-volume-snapshot.ts";
import { volumeResizeSaga } from "./resize-volume.ts";

/** What asynchronous requests for volumes alone do; those that attach and detach hold a VM, and are among its sagas. */
export const blockStorageSagas = [volumeCreateSaga, volumeResizeSaga, volumeSnapshotSaga] as const;
