import { z } from "zod";
import { recoveryPointNotFound } from "../../ports/provider-error.ts";
import { lxdName } from "../labels.ts";
import type { LxdSite } from "../lxd-site.ts";
import { findVolume, LxdVolume, pathOfVolumes, requireVolume, usedBytesOf } from "../volumes/stored-volume.ts";

export async function hasVolumeCopy(
  site: LxdSite,
  volumeId: string,
  pointId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const volume = await findVolume(site, volumeId, signal);
  return volume !== undefined && hasCopyOf(site, volume, pointId, signal);
}

async function hasCopyOf(site: LxdSite, { name }: LxdVolume, pointId: string, signal: AbortSignal): Promise<boolean> {
  const path = pathOfVolumes(site, name, "snapshots", lxdName(pointId));
  return (await site.client.find(path, z.unknown(), signal)) !== undefined;
}

/**
 * Keeps a data volume by a snapshot of the pool. An existing one stays. @returns the bytes that the volume occupies;
 * null where the pool does not know
 */
export async function copyVolume(
  site: LxdSite,
  volumeId: string,
  pointId: string,
  signal: AbortSignal,
): Promise<bigint | null> {
  const volume = await requireVolume(site, volumeId, signal);
  if (!(await hasCopyOf(site, volume, pointId, signal)))
    await site.client.change("POST", pathOfVolumes(site, volume.name, "snapshots"), { name: lxdName(pointId) }, signal);
  return usedBytesOf(site, volume.name, signal);
}

export async function restoreVolume(
  site: LxdSite,
  volumeId: string,
  pointId: string,
  kind: "snapshot" | "backup",
  signal: AbortSignal,
): Promise<void> {
  const volume = await findVolume(site, volumeId, signal);
  if (volume === undefined || !(await hasCopyOf(site, volume, pointId, signal))) throw recoveryPointNotFound(kind);
  await site.client.change("PUT", pathOfVolumes(site, volume.name), { restore: lxdName(pointId) }, signal);
}

/** Removes all copies of data volumes of a recovery point. Those of deleted volumes are already gone. */
export async function removeVolumeCopies(site: LxdSite, pointId: string, signal: AbortSignal): Promise<void> {
  const volumes = await site.client.get(pathOfVolumes(site), LxdVolume.array(), signal, { recursion: 1 });
  for (const { name, config } of volumes) {
    const [volume, snapshot] = name.split("/");
    if (volume === undefined || snapshot !== lxdName(pointId) || config["user.fulmar.site"] !== site.siteId) continue;
    await site.client.remove(pathOfVolumes(site, volume, "snapshots", snapshot), signal);
  }
}
