import { attachVolume } from "./attach-volume.ts";
import { createVolume } from "./create-volume.ts";
import { createVolumeSnapshot } from "./create-volume-snapshot.ts";
import { deleteVolume } from "./delete-volume.ts";
import { deleteVolumeSnapshot } from "./delete-volume-snapshot.ts";
import { detachVolume } from "./detach-volume.ts";
import { getVolume } from "./get-volume.ts";
import { getVolumeSnapshot } from "./get-volume-snapshot.ts";
import { listVolumeOperations } from "./list-volume-operations.ts";
import { listVolumeSnapshots } from "./list-volume-snapshots.ts";
import { listVolumes } from "./list-volumes.ts";
import { resizeVolume } from "./resize-volume.ts";
import { updateVolume } from "./update-volume.ts";

export const blockStorageHandlers = {
  "volume.list": listVolumes,
  "volume.create": createVolume,
  "volume.get": getVolume,
  "volume.update": updateVolume,
  "volume.delete": deleteVolume,
  "volume.attach": attachVolume,
  "volume.detach": detachVolume,
  "volume.resize": resizeVolume,
  "volume.operations": listVolumeOperations,
  "volumeSnapshot.list": listVolumeSnapshots,
  "volumeSnapshot.create": createVolumeSnapshot,
  "volumeSnapshot.get": getVolumeSnapshot,
  "volumeSnapshot.delete": deleteVolumeSnapshot,
} as const;
