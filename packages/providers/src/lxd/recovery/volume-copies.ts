import { recoveryPointNotFound } from "../../ports/provider-error.ts";
import { lxdName } from "../labels.ts";
import type { LxdSite } from "../lxd-site.ts";
import { findVolume, LxdVolume, ownedAs, pathOfVolumes, requireVolume, usedBytesOf } from "../volumes/stored-volume.ts";

export async function hasVolumeCopy(
  site: LxdSite,
  volumeId: string,
  pointId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const volume = await findVolume(site, volumeId, signal);
  return volume !== undefined && (await copyOf(site, volume, pointId, signal)) !== undefined;
}

function copyOf(
  site: LxdSite,
  { name }: LxdVolume,
  pointId: string,
  signal: AbortSignal,
): Promise<LxdVolume | undefined> {
  return site.client.find(pathOfVolumes(site, name, "snapshots", lxdName(pointId)), LxdVolume, signal);
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
  if ((await copyOf(site, volume, pointId, signal)) === undefined)
    await site.client.change("POST", pathOfVolumes(site, volume.name, "snapshots"), { name: lxdName(pointId) }, signal);
  return usedBytesOf(site, volume, signal);
}

/** Overwrites a data volume. Its files are then owned as they were when the copy was made. */
export async function restoreVolume(
  site: LxdSite,
  volumeId: string,
  pointId: string,
  kind: "snapshot" | "backup",
  signal: AbortSignal,
): Promise<void> {
  const volume = await findVolume(site, volumeId, signal);
  const copy = volume && (await copyOf(site, volume, pointId, signal));
  if (volume === undefined || copy === undefined) throw recoveryPointNotFound(kind);
  const { description, config } = volume;
  const restored = { restore: lxdName(pointId), description, config: ownedAs(copy, config) };
  await site.client.change("PUT", pathOfVolumes(site, volume.name), restored, signal);
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
