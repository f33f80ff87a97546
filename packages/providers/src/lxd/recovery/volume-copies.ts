import { z } from "zod";
import { recoveryPointNotFound } from "../../ports/provider-error.ts";
import { lxdName } from "../labels.ts";
import type { LxdSite } from "../lxd-site.ts";
import { LxdVolume, pathOfVolumes, usedBytesOf } from "../volumes/stored-volume.ts";

/** Whether a recovery point has a copy of a data volume. */
export async function hasVolumeCopy(
  site: LxdSite,
  volumeId: string,
  pointId: string,
  signal: AbortSignal,
): Promise<boolean> {
  return (
    (await site.client.find(
      pathOfVolumes(site, lxdName(volumeId), "snapshots", lxdName(pointId)),
      z.unknown(),
      signal,
    )) !== undefined
  );
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
  const name = lxdName(pointId);
  if (!(await hasVolumeCopy(site, volumeId, pointId, signal)))
    await site.client.change("POST", pathOfVolumes(site, lxdName(volumeId), "snapshots"), { name }, signal);
  return usedBytesOf(site, lxdName(volumeId), signal);
}

export async function restoreVolume(
  site: LxdSite,
  volumeId: string,
  pointId: string,
  kind: "snapshot" | "backup",
  signal: AbortSignal,
): Promise<void> {
  const name = lxdName(pointId);
  if (!(await hasVolumeCopy(site, volumeId, pointId, signal))) throw recoveryPointNotFound(kind);
  await site.client.change("PUT", pathOfVolumes(site, lxdName(volumeId)), { restore: name }, signal);
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
