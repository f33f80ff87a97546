import type { VolumePort } from "../../ports/volume-port.ts";
import type { LxdSite } from "../lxd-site.ts";
import { attachVolume, detachVolume } from "./volume-attachments.ts";
import { storedVolumes } from "./volume-inventory.ts";
import { createVolume, deleteVolume, growVolume } from "./volume-life.ts";
import { createVolumeSnapshot, deleteVolumeSnapshot } from "./volume-snapshots.ts";

/** Custom volumes of a storage pool of an LXD or Incus server. */
export function lxdVolumes(site: LxdSite): VolumePort {
  return {
    createVolume: (...call) => createVolume(site, ...call),
    growVolume: (...call) => growVolume(site, ...call),
    deleteVolume: (...call) => deleteVolume(site, ...call),
    attachVolume: (...call) => attachVolume(site, ...call),
    detachVolume: (...call) => detachVolume(site, ...call),
    createSnapshot: (...call) => createVolumeSnapshot(site, ...call),
    deleteSnapshot: (...call) => deleteVolumeSnapshot(site, ...call),
    async findVolumes(volumeIds, signal) {
      const wanted = new Set(volumeIds);
      return (await storedVolumes(site, signal)).filter(({ volumeId }) => wanted.has(volumeId));
    },
    async listVolumes({ after, limit }, signal) {
      return (await storedVolumes(site, signal))
        .filter(({ volumeId }) => volumeId > after)
        .toSorted((a, b) => (a.volumeId < b.volumeId ? -1 : 1))
        .slice(0, limit);
    },
  };
}
