export { acceptance, acceptanceValues, type VolumeSagaInput } from "./accept-volume-change.ts";
export type { VolumeHolders } from "./delete-volume.ts";
export { blockStorageHandlers } from "./handlers.ts";
export { blockStorageConstraintErrors, refuseUnsettled, volumeAttached, volumeBusy } from "./volume-refusals.ts";
export { claimOf, endVolumeOperation, failureOf, releaseVolumes } from "./volume-state.ts";
export { type LockedVolumeRow, toVolume, VolumeRepository, volumeColumns } from "./volumes.ts";
export { blockStorageReconcilers, blockStorageSagas } from "./worker.ts";
