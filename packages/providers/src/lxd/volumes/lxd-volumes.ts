import { z } from "zod";
import type { StoredVolume, VolumePort } from "../../ports/volume-port.ts";
import { LxdRefusal } from "../client/lxd-refusal.ts";
import { ownInstances } from "../instances.ts";
import { labeledId, lxdName } from "../labels.ts";
import type { LxdSite } from "../lxd-site.ts";
import { bytesOf } from "../sizes.ts";
import { findVolume, LxdVolume, pathOfVolumes, requireVolume, usedBytesOf } from "./stored-volume.ts";
import { attachVolume, detachVolume, usersOf } from "./volume-attachments.ts";
import { createVolume, deleteVolume, growVolume } from "./volume-life.ts";

/** The volume port on custom volumes of a storage pool of an LXD or Incus server. */
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

/** All volumes of this site. The server lists them at once, including snapshots. */
async function storedVolumes(site: LxdSite, signal: AbortSignal): Promise<StoredVolume[]> {
  const [volumes, instances] = await Promise.all([
    site.client.get(pathOfVolumes(site), z.array(LxdVolume), signal, { recursion: 1 }),
    ownInstances(site, signal),
  ]);
  const vmIds = new Map(instances.map(({ name, config }) => [name, labeledId(site, "vm", config)]));
  return volumes.flatMap((volume) => {
    const volumeId = labeledId(site, "volume", volume.config);
    if (volumeId === undefined || volume.name.includes("/")) return [];
    const attachedVmId = usersOf(volume).flatMap((name) => vmIds.get(name) ?? [])[0] ?? null;
    return [{ volumeId, sizeGb: Math.round(bytesOf(volume.config.size) / 2 ** 30), attachedVmId }];
  });
}

/**
 * @returns the volume's used bytes: the server does not measure a snapshot, which shares unchanged blocks. Where it does
 * not measure the volume either, the whole size
 */
async function createVolumeSnapshot(
  site: LxdSite,
  volumeId: string,
  snapshotId: string,
  signal: AbortSignal,
): Promise<{ storedBytes: bigint }> {
  const { client } = site;
  const volume = await requireVolume(site, volumeId, signal);
  const { name } = volume;
  const snapshot = pathOfVolumes(site, name, "snapshots", lxdName(snapshotId));
  if ((await client.find(snapshot, LxdVolume, signal)) === undefined) {
    try {
      await client.change("POST", pathOfVolumes(site, name, "snapshots"), { name: lxdName(snapshotId) }, signal);
    } catch (error) {
      // An earlier call was faster.
      if (!(error instanceof LxdRefusal) || (await client.find(snapshot, LxdVolume, signal)) === undefined) throw error;
    }
  }
  return { storedBytes: (await usedBytesOf(site, volume, signal)) ?? BigInt(bytesOf(volume.config.size)) };
}

async function deleteVolumeSnapshot(
  site: LxdSite,
  volumeId: string,
  snapshotId: string,
  signal: AbortSignal,
): Promise<void> {
  const volume = await findVolume(site, volumeId, signal);
  if (volume === undefined) return;
  await site.client.remove(pathOfVolumes(site, volume.name, "snapshots", lxdName(snapshotId)), signal);
}
