import type { VolumePort } from "../volume-port.ts";
import { attachVolume, detachVolume } from "./volume-attachments.ts";
import { findVolumes, listVolumes } from "./volume-inventory.ts";
import { createVolume, deleteVolume, growVolume } from "./volume-life.ts";
import { createVolumeSnapshot, deleteVolumeSnapshot } from "./volume-snapshots.ts";
import type { World } from "./world.ts";

export function simulatedVolumes(world: World): VolumePort {
  return {
    createVolume: (...call) => createVolume(world, ...call),
    growVolume: (...call) => growVolume(world, ...call),
    deleteVolume: (...call) => deleteVolume(world, ...call),
    attachVolume: (...call) => attachVolume(world, ...call),
    detachVolume: (...call) => detachVolume(world, ...call),
    createSnapshot: (...call) => createVolumeSnapshot(world, ...call),
    deleteSnapshot: (...call) => deleteVolumeSnapshot(world, ...call),
    findVolumes: (...call) => findVolumes(world, ...call),
    listVolumes: (...call) => listVolumes(world, ...call),
  };
}
