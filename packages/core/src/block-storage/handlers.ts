import type { OperationId } from "@fulmar/contract";
import { unlessSuspended } from "../billing/index.ts";
import type { Handler } from "../request/context.ts";
import { createVolume } from "./create-volume.ts";
import { createVolumeSnapshot } from "./create-volume-snapshot.ts";
import { deleteVolume, type VolumeHolders } from "./delete-volume.ts";
import { resizeVolume } from "./resize-volume.ts";
import { purgeVolume, restoreVolume } from "./restore-volume.ts";
import { listVolumeHistory } from "./volume-history.ts";
import { listVolumeOperations } from "./volume-operations.ts";
import { deleteVolumeSnapshot, getVolumeSnapshot, listVolumeSnapshots } from "./volume-snapshots.ts";
import { getVolume, listVolumes, updateVolume } from "./volumes.ts";

/** Attaching and detaching also change a VM, so compute has those handlers. Metrics are a family of their own. */
type BlockStorageOperationId = Exclude<
  Extract<OperationId, `${"volume" | "volumeSnapshot"}.${string}`>,
  "volume.attach" | "volume.detach" | "volume.metrics"
>;

export const blockStorageHandlers = (holders: VolumeHolders): { [Id in BlockStorageOperationId]: Handler<Id> } => ({
  "volume.list": listVolumes,
  "volume.create": createVolume,
  "volume.get": getVolume,
  "volume.update": updateVolume,
  "volume.delete": deleteVolume(holders),
  "volume.restore": restoreVolume,
  "volume.purge": purgeVolume,
  "volume.resize": resizeVolume,
  "volume.operations": listVolumeOperations,
  "volume.history": listVolumeHistory,
  "volumeSnapshot.list": listVolumeSnapshots,
  "volumeSnapshot.create": unlessSuspended(createVolumeSnapshot, ["snapshot.storage"]),
  "volumeSnapshot.get": getVolumeSnapshot,
  "volumeSnapshot.delete": deleteVolumeSnapshot,
});
