export { acceptance, acceptanceValues, type VolumeSagaInput } from "./accept-volume-change.ts";
export type { VolumeHolders } from "./delete-volume.ts";
export { blockStorageHandlers } from "./handlers.ts";
export { endVolumeOperation, failureOf } from "./volume-operations.ts";
export { blockStorageConstraintErrors, refuseUnsettled, volumeAttached, volumeBusy } from "./volume-refusals.ts";
export { claimOf, releaseVolumes } from "./volume-state.ts";
export { type LockedVolumeRow, lockVolume, toVolume, volumeColumns } from "./volumes.ts";
export { blockStorageReconcilers, blockStorageSagas } from "./worker.ts";
