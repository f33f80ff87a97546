import { volumeCreateSaga } from "./volume-create.saga.ts";
import { volumeResizeSaga } from "./volume-resize.saga.ts";
import { volumeSnapshotSaga } from "./volume-snapshot.saga.ts";

/**
 * What asynchronous requests for volumes alone do; attaching and detaching hold a VM, and are listed with what VMs do.
 */
export const blockStorageSagas = [volumeCreateSaga, volumeResizeSaga, volumeSnapshotSaga] as const;
