import { procedures } from "@fulmar/libvirt-rpc";
import { ProviderError } from "../../ports/provider-error.ts";
import type { VolumeSpec } from "../../ports/volume-port.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { isOn } from "../machine/machine.ts";
import { unusedOf } from "../machine/usage.ts";
import { copyIn } from "../recovery/points.ts";
import type { StoredDisk } from "../storage/disks.ts";
import { snapshotFile, volumeFile } from "../storage/names.ts";
import { filesIn, gibibytes } from "../storage/pool.ts";
import { readRecord, recordOf, writeRecord } from "../storage/records.ts";
import { deleteStored, namesIn } from "../storage/stored-names.ts";
import { diskOf, recordOfVolume, userOf, VolumeRecord, volumeSubject } from "./stored-volume.ts";
import { detachFromAll } from "./volume-attachments.ts";

/** virDomainBlockResizeFlags: the size is in bytes. */
const BYTES = 1;

/** Makes the disk and then its record. A copy that was interrupted is made again. */
export async function createVolume(
  site: LibvirtSite,
  volumeId: string,
  { name, sizeGb, source, point, record }: VolumeSpec,
  signal: AbortSignal,
): Promise<void> {
  if ((await recordOfVolume(site, volumeId, signal)) !== undefined) return;
  const disk = { name: volumeFile(volumeId), capacity: gibibytes(sizeGb) };
  await site.disks.delete([disk.name], signal);
  const from = await sourceOf(site, { source, point }, signal);
  if (from === null) await site.disks.create(disk, signal);
  else await site.disks.resize(await site.disks.copy(from, disk.name, signal), disk.capacity, signal);
  const madeAt = new Date().toISOString();
  const kept: VolumeRecord = { volumeId, name, record, madeAt, disk: disk.name, leftover: [] };
  await writeRecord(site, volumeSubject(volumeId), kept, signal);
}

/** The disk that a new volume is a copy of; null for an empty one. */
async function sourceOf(
  site: LibvirtSite,
  { source, point }: Pick<VolumeSpec, "source"> & { readonly point: VolumeSpec["point"] | undefined },
  signal: AbortSignal,
): Promise<StoredDisk | null> {
  if (point != null) {
    const { kind, pointId: id, vmId, volumeId } = point;
    return copyIn(site, { kind, id, vmId, volumeId }, signal);
  }
  return source === null ? null : snapshotOf(site, source.volumeId, source.snapshotId, signal);
}

/** @throws ProviderError `snapshot_not_found` */
async function snapshotOf(site: LibvirtSite, volumeId: string, snapshotId: string, signal: AbortSignal) {
  const snapshot = await site.disks.find(snapshotFile(volumeId, snapshotId), signal);
  if (snapshot !== undefined && (await recordOfSnapshot(site, volumeId, snapshotId, signal)) !== undefined)
    return snapshot;
  throw new ProviderError(
    "snapshot_not_found",
    "The provider no longer has this snapshot; create the volume from another one.",
    { retryable: false },
  );
}

export async function growVolume(
  site: LibvirtSite,
  volumeId: string,
  sizeGb: number,
  signal: AbortSignal,
): Promise<void> {
  const volume = await diskOf(site, volumeId, signal);
  if ((await site.disks.capacityOf(volume, signal)) >= gibibytes(sizeGb)) return;
  const user = await userOf(site, volumeId, signal);
  if (user === undefined || !isOn(user.machine)) await site.disks.resize(volume, gibibytes(sizeGb), signal);
  else {
    const resized = { domain: user.machine.domain, disk: user.target, size: gibibytes(sizeGb), flags: BYTES };
    await user.machine.host.client.call(procedures.domainBlockResize, resized, signal);
  }
}

/**
 * Deletes the record first: what is left of a deletion that was interrupted is no volume. A disk that somebody named goes
 * before it, since nothing else tells whose it is.
 */
export async function deleteVolume(site: LibvirtSite, volumeId: string, signal: AbortSignal): Promise<void> {
  await detachFromAll(site, volumeId, signal);
  const isNamedAfterIt = (name: string) => name.startsWith(`${volumeId}.`);
  const kept = await recordOfVolume(site, volumeId, signal);
  const disks = kept === undefined ? [] : [kept.disk, ...kept.leftover];
  await deleteStored(
    site,
    disks.filter((name) => !isNamedAfterIt(name)),
    signal,
  );
  const named = (await namesIn(site, signal)).filter(isNamedAfterIt);
  // A volume that was released belongs to somebody else.
  const files = kept === undefined ? await unusedOf(site, named, signal) : named;
  const records = files.filter((name) => recordOf(name) !== undefined);
  await deleteStored(site, [...records, ...files.filter((name) => !records.includes(name))], signal);
}

/** What we keep beside a snapshot. It is written when the copy is whole. */
const SnapshotRecord = VolumeRecord.pick({ madeAt: true });

const snapshotSubject = (volumeId: string, snapshotId: string) => `${volumeId}.${snapshotId}.snapshot`;

function recordOfSnapshot(site: LibvirtSite, volumeId: string, snapshotId: string, signal: AbortSignal) {
  return readRecord(site, snapshotSubject(volumeId, snapshotId), SnapshotRecord, signal);
}

/** A whole copy: while a machine that has the volume runs, QEMU makes it, and else libvirt. */
export async function createVolumeSnapshot(
  site: LibvirtSite,
  volumeId: string,
  snapshotId: string,
  signal: AbortSignal,
): Promise<{ storedBytes: bigint }> {
  const volume = await diskOf(site, volumeId, signal);
  const file = snapshotFile(volumeId, snapshotId);
  if ((await recordOfSnapshot(site, volumeId, snapshotId, signal)) === undefined) {
    await site.disks.delete([file], signal);
    const user = await userOf(site, volumeId, signal);
    await site.disks.copyAtOnce(user?.machine, [{ source: volume, name: file }], null, signal);
    const madeAt = new Date().toISOString();
    await writeRecord(site, snapshotSubject(volumeId, snapshotId), { madeAt }, signal);
  }
  const snapshot = await snapshotOf(site, volumeId, snapshotId, signal);
  return { storedBytes: await site.disks.storedBytes(snapshot, signal) };
}

export async function deleteVolumeSnapshot(
  site: LibvirtSite,
  volumeId: string,
  snapshotId: string,
  signal: AbortSignal,
): Promise<void> {
  const own = (await namesIn(site, signal)).filter((name) =>
    name.startsWith(`${snapshotSubject(volumeId, snapshotId)}.`),
  );
  await deleteStored(
    site,
    own.toSorted((a, b) => Number(recordOf(a) === undefined) - Number(recordOf(b) === undefined)),
    signal,
  );
}

/** The snapshots of a volume, for its description. */
export async function snapshotsOf(site: LibvirtSite, volumeId: string, signal: AbortSignal) {
  const files = (await filesIn(site, signal)).map(({ name }) => name);
  const ids = new Set(
    files.flatMap((file) => {
      const [, of, id] = /^([^.]+)\.([^.]+)\.snapshot$/.exec(recordOf(file) ?? "") ?? [];
      return of === volumeId && id !== undefined ? [id] : [];
    }),
  );
  return Promise.all(
    Array.from(ids, async (snapshotId) => {
      const volume = await snapshotOf(site, volumeId, snapshotId, signal);
      const capacity = await site.disks.capacityOf(volume, signal);
      const allocation = await site.disks.storedBytes(volume, signal);
      const kept = await recordOfSnapshot(site, volumeId, snapshotId, signal);
      return { snapshotId, capacity, allocation, madeAt: kept === undefined ? null : new Date(kept.madeAt) };
    }),
  );
}
