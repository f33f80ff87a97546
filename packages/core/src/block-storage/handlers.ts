import { attachVolume } from "./attach-volume.ts";
import { createVolume } from "./create-volume.ts";
import { deleteVolume } from "./delete-volume.ts";
import { detachVolume } from "./detach-volume.ts";
import { getVolume } from "./get-volume.ts";
import { listVolumeOperations } from "./list-volume-operations.ts";
import { listVolumes } from "./list-volumes.ts";
import { resizeVolume } from "./resize-volume.ts";

export const blockStorageHandlers = {
  "volume.list": listVolumes,
  "volume.create": createVolume,
  "volume.get": getVolume,
  "volume.delete": deleteVolume,
  "volume.attach": attachVolume,
  "volume.detach": detachVolume,
  "volume.resize": resizeVolume,
  "volume.operations": listVolumeOperations,
} as const;
