import { LxdRefusal } from "../client/lxd-refusal.ts";
import type { LxdSite } from "../lxd-site.ts";
import { lxdName } from "../names.ts";
import { LxdVolume, pathOfVolumes, requireVolume, usedBytesOf } from "./stored-volume.ts";

/**
 * @returns how much is in use of the volume: the server does not say it of a snapshot, which shares what has not
 * changed since
 */
export async function createVolumeSnapshot(
  site: LxdSite,
  volumeId: string,
  snapshotId: string,
  signal: AbortSignal,
): Promise<{ storedBytes: bigint }> {
  const { client } = site;
  const { name } = await requireVolume(site, volumeId, signal);
  const snapshot = pathOfVolumes(site, name, "snapshots", lxdName(snapshotId));
  if ((await client.find(snapshot, LxdVolume, signal)) === undefined) {
    try {
      await client.change("POST", pathOfVolumes(site, name, "snapshots"), { name: lxdName(snapshotId) }, signal);
    } catch (error) {
      // An earlier call was quicker.
      if (!(error instanceof LxdRefusal) || (await client.find(snapshot, LxdVolume, signal)) === undefined) throw error;
    }
  }
  return { storedBytes: (await usedBytesOf(site, name, signal)) ?? 0n };
}

export async function deleteVolumeSnapshot(
  site: LxdSite,
  volumeId: string,
  snapshotId: string,
  signal: AbortSignal,
): Promise<void> {
  await site.client.remove(pathOfVolumes(site, lxdName(volumeId), "snapshots", lxdName(snapshotId)), signal);
}
