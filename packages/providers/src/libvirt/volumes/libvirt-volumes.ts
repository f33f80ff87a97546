import type { StoredVolume, VolumePort } from "../../ports/volume-port.ts";
import { type LibvirtSite, pageOf } from "../libvirt-site.ts";
import { filesIn, inGibibytes } from "../storage/pool.ts";
import { recordOf } from "../storage/records.ts";
import { attachments, findDisk, volumeIdOf } from "./stored-volume.ts";
import { attachVolume, detachVolume } from "./volume-attachments.ts";
import { createVolume, createVolumeSnapshot, deleteVolume, deleteVolumeSnapshot, growVolume } from "./volume-life.ts";

export function libvirtVolumes(site: LibvirtSite): VolumePort {
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
      return described(
        site,
        (await idsOf(site, signal)).filter((id) => wanted.has(id)),
        signal,
      );
    },
    async listVolumes(page, signal) {
      return described(
        site,
        pageOf(await idsOf(site, signal), (id) => id, page),
        signal,
      );
    },
  };
}

/** The ids of all volumes: those that have a record. */
async function idsOf(site: LibvirtSite, signal: AbortSignal): Promise<string[]> {
  const files = await filesIn(site, signal);
  return [...new Set(files.flatMap(({ name }) => volumeIdOf(recordOf(name) ?? "") ?? []))];
}

async function described(site: LibvirtSite, ids: readonly string[], signal: AbortSignal): Promise<StoredVolume[]> {
  const users = await attachments(site, signal);
  const volumes = await Promise.all(
    ids.map(async (volumeId) => {
      const disk = await findDisk(site, volumeId, signal);
      if (disk === undefined) return [];
      const capacity = await site.disks.capacityOf(disk, signal);
      const attachedVmId = users.get(volumeId)?.vmId ?? null;
      return [{ volumeId, sizeGb: inGibibytes(capacity), attachedVmId }];
    }),
  );
  return volumes.flat();
}
