import { ProviderError } from "../../provider-error.ts";
import type { VolumeSpec } from "../../volume-port.ts";
import { LxdRefusal } from "../client/lxd-refusal.ts";
import type { LxdSite } from "../lxd-site.ts";
import { marksOf } from "../marks.ts";
import { placeOf } from "../members.ts";
import { lxdName } from "../names.ts";
import { bytesOf, gibibytes } from "../sizes.ts";
import { findVolume, LxdVolume, pathOfVolumes, requireVolume } from "./stored-volume.ts";
import { detachFromAll } from "./volume-attachments.ts";

/** A directory for containers, which they mount; a block device for virtual machines. */
const CONTENT = { container: "filesystem", "virtual-machine": "block" } as const;

export async function createVolume(site: LxdSite, volumeId: string, { sizeGb, source }: VolumeSpec, signal: AbortSignal): Promise<void> {
  if ((await findVolume(site, volumeId, signal)) !== undefined) return;
  const config = { ...marksOf(site, "volume", volumeId), size: gibibytes(sizeGb) };
  const volume = { name: lxdName(volumeId), type: "custom", content_type: CONTENT[site.instanceType], config };
  try {
    // A copy is made where its source is.
    const origin = source === null ? undefined : await findVolume(site, source.volumeId, signal);
    await site.client.change("POST", pathOfVolumes(site), { ...volume, ...(await copyOf(site, source, signal)) }, signal, placeOf(origin?.location));
  } catch (error) {
    // An earlier call is still at it, or was quicker.
    if (!(error instanceof LxdRefusal) || (await findVolume(site, volumeId, signal)) === undefined) throw error;
  }
}

async function copyOf(site: LxdSite, source: VolumeSpec["source"], signal: AbortSignal) {
  if (source === null) return {};
  const snapshot = pathOfVolumes(site, lxdName(source.volumeId), "snapshots", lxdName(source.snapshotId));
  if ((await site.client.find(snapshot, LxdVolume, signal)) === undefined) {
    throw new ProviderError("snapshot_not_found", "The provider no longer has the snapshot; create the volume from another one.", { retryable: false });
  }
  const name = `${lxdName(source.volumeId)}/${lxdName(source.snapshotId)}`;
  return { source: { type: "copy", pool: site.pool, name, project: site.client.project, volume_only: true } };
}

export async function growVolume(site: LxdSite, volumeId: string, sizeGb: number, signal: AbortSignal): Promise<void> {
  const volume = await requireVolume(site, volumeId, signal);
  if (bytesOf(volume.config.size) >= bytesOf(gibibytes(sizeGb))) return;
  await site.client.change("PATCH", pathOfVolumes(site, volume.name), { config: { size: gibibytes(sizeGb) } }, signal);
}

/** Snapshots go with it. */
export async function deleteVolume(site: LxdSite, volumeId: string, signal: AbortSignal): Promise<void> {
  const volume = await findVolume(site, volumeId, signal);
  if (volume === undefined) return;
  await detachFromAll(site, volume, signal);
  await site.client.remove(pathOfVolumes(site, volume.name), signal);
}
