import { z } from "zod";
import { recoveryPointNotFound } from "../../recovery-point-not-found.ts";
import { pathOf } from "../client/lxd-client.ts";
import type { LxdSite } from "../lxd-site.ts";
import { lxdName } from "../names.ts";

const StoredVolume = z.object({ name: z.string(), config: z.record(z.string(), z.string()) });
const VolumeUsage = z.object({ usage: z.object({ used: z.int() }).nullable() });

function pathOfVolume({ pool }: LxdSite, volumeId: string, ...rest: readonly string[]): string {
  return pathOf("storage-pools", pool, "volumes", "custom", lxdName(volumeId), ...rest);
}

/** Keeps a data volume by a snapshot of the pool. Taken before, it stays. @returns the bytes that the volume occupies; null where the pool does not know */
export async function copyVolume(site: LxdSite, volumeId: string, pointId: string, signal: AbortSignal): Promise<bigint | null> {
  const name = lxdName(pointId);
  const taken = await site.client.find(pathOfVolume(site, volumeId, "snapshots", name), z.unknown(), signal);
  if (taken === undefined) await site.client.change("POST", pathOfVolume(site, volumeId, "snapshots"), { name }, signal);
  const { usage } = await site.client.get(pathOfVolume(site, volumeId, "state"), VolumeUsage, signal);
  return usage === null ? null : BigInt(usage.used);
}

export async function restoreVolume(site: LxdSite, volumeId: string, pointId: string, kind: "snapshot" | "backup", signal: AbortSignal): Promise<void> {
  const name = lxdName(pointId);
  const taken = await site.client.find(pathOfVolume(site, volumeId, "snapshots", name), z.unknown(), signal);
  if (taken === undefined) throw recoveryPointNotFound(kind);
  await site.client.change("PUT", pathOfVolume(site, volumeId), { restore: name }, signal);
}

/** Removes what a recovery point has of data volumes, whichever they are; volumes that were deleted took theirs along. */
export async function removeVolumeCopies(site: LxdSite, pointId: string, signal: AbortSignal): Promise<void> {
  const path = pathOf("storage-pools", site.pool, "volumes", "custom");
  const volumes = await site.client.get(path, StoredVolume.array(), signal, { recursion: 1 });
  for (const { name, config } of volumes) {
    const [volume, snapshot] = name.split("/");
    if (volume === undefined || snapshot !== lxdName(pointId) || config["user.fulmar.site"] !== site.siteId) continue;
    await site.client.remove(pathOf("storage-pools", site.pool, "volumes", "custom", volume, "snapshots", snapshot), signal);
  }
}
