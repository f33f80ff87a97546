import { ProviderError } from "../../ports/provider-error.ts";
import type { VolumeSpec } from "../../ports/volume-port.ts";
import { LxdRefusal } from "../client/lxd-refusal.ts";
import { lxdName, NAME, recordLabels } from "../labels.ts";
import { type LxdSite, placeOf } from "../lxd-site.ts";
import { findImportedVolume } from "../recovery/imported-volumes.ts";
import { bytesOf, gibibytes } from "../sizes.ts";
import {
  findNamedVolume,
  findVolume,
  LxdVolume,
  newVolume,
  ownedAs,
  pathOfVolumes,
  requireVolume,
  USED,
} from "./stored-volume.ts";
import { detachFromAll } from "./volume-attachments.ts";

export async function createVolume(
  site: LxdSite,
  volumeId: string,
  { name, sizeGb, source: snapshot, point, record }: VolumeSpec,
  signal: AbortSignal,
): Promise<void> {
  if ((await findNamedVolume(site, volumeId, signal)) !== undefined) return;
  // A snapshot or a backup of an instance keeps a data volume by a snapshot of the pool.
  const source = point == null ? snapshot : { volumeId: point.volumeId, snapshotId: point.pointId };
  const empty = newVolume(site, volumeId, gibibytes(sizeGb), { ...recordLabels(record), [NAME]: name });
  try {
    if (source === null) await site.client.change("POST", pathOfVolumes(site), empty, signal);
    else await copySnapshot(site, empty, source, signal);
  } catch (error) {
    // An earlier call is still running or was faster.
    if (!(error instanceof LxdRefusal) || (await findNamedVolume(site, volumeId, signal)) === undefined) throw error;
  }
}

/** Copies a snapshot on the cluster member of its source. */
async function copySnapshot(
  site: LxdSite,
  empty: ReturnType<typeof newVolume>,
  { volumeId, snapshotId }: NonNullable<VolumeSpec["source"]>,
  signal: AbortSignal,
): Promise<void> {
  const brought = await findImportedVolume(site, snapshotId, volumeId, signal);
  if (brought !== undefined) {
    await copyVolumeOf(site, empty, brought, brought.name, signal);
    return;
  }
  const origin = await findVolume(site, volumeId, signal);
  const taken = lxdName(snapshotId);
  const there =
    origin && (await site.client.find(pathOfVolumes(site, origin.name, "snapshots", taken), LxdVolume, signal));
  if (there === undefined || origin === undefined) {
    throw new ProviderError(
      "snapshot_not_found",
      "The provider no longer has the snapshot; create the volume from another one.",
      { retryable: false },
    );
  }
  await copyVolumeOf(site, empty, { ...there, location: origin.location }, `${origin.name}/${taken}`, signal);
}

async function copyVolumeOf(
  site: LxdSite,
  empty: ReturnType<typeof newVolume>,
  from: Pick<LxdVolume, "config"> & { readonly location?: string | undefined },
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const source = { type: "copy", pool: site.pool, name, volume_only: true };
  const config = ownedAs(from, { ...empty.config, ...USED });
  await site.client.change("POST", pathOfVolumes(site), { ...empty, config, source }, signal, placeOf(from.location));
}

export async function growVolume(site: LxdSite, volumeId: string, sizeGb: number, signal: AbortSignal): Promise<void> {
  const volume = await requireVolume(site, volumeId, signal);
  if (bytesOf(volume.config.size) >= bytesOf(gibibytes(sizeGb))) return;
  await site.client.change("PATCH", pathOfVolumes(site, volume.name), { config: { size: gibibytes(sizeGb) } }, signal);
}

/** Deletes a volume with its snapshots. */
export async function deleteVolume(site: LxdSite, volumeId: string, signal: AbortSignal): Promise<void> {
  const volume = await findVolume(site, volumeId, signal);
  if (volume === undefined) return;
  await detachFromAll(site, volume, signal);
  await site.client.remove(pathOfVolumes(site, volume.name), signal);
}
