import { ProviderError, volumeNotFound } from "../../ports/provider-error.ts";
import type { CaptureVolume, VolumeCopy } from "../../ports/recovery-port.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { firmwareIn } from "../machine/firmware.ts";
import type { Machine } from "../machine/machine.ts";
import { machineOf } from "../machine/machines.ts";
import type { WantedCopy } from "../storage/disks.ts";
import { pointFile } from "../storage/names.ts";
import { filesIn } from "../storage/pool.ts";
import { writeRecord } from "../storage/records.ts";
import { deleteStored, namesIn } from "../storage/stored-names.ts";
import { findDisk } from "../volumes/stored-volume.ts";
import { copyIn, findPoint, type PointRecord, pointSubject } from "./points.ts";

/**
 * Copies volumes as they are at one moment, once. A backup with a parent is on the copies of that, where the site knows what
 * has changed since.
 */
export async function capture(
  site: LibvirtSite,
  wanted: Omit<PointRecord, "madeAt" | "firmware" | "volumes">,
  volumes: readonly CaptureVolume[],
  signal: AbortSignal,
): Promise<VolumeCopy[]> {
  if ((await findPoint(site, wanted.id, signal)) === undefined) {
    const machine = await machineOf(site, wanted.vmId, signal);
    await removeCopies(site, wanted.id, signal);
    await requireParent(site, wanted, signal);
    await copyAll(site, machine, wanted, volumes, signal);
    await requireParent(site, wanted, signal);
    const kept: PointRecord = {
      ...wanted,
      firmware: firmwareIn(machine.definition),
      madeAt: new Date().toISOString(),
      volumes: volumes.map(({ volumeId, role }) => ({ volumeId, role })),
    };
    await writeRecord(site, pointSubject(wanted.id), kept, signal);
  }
  return Promise.all(
    volumes.map(async ({ volumeId }) => {
      const copy = await copyIn(site, { ...wanted, volumeId }, signal);
      return { volumeId, ref: copy.name, sizeBytes: await site.disks.storedBytes(copy, signal) };
    }),
  );
}

async function requireParent(
  site: LibvirtSite,
  { vmId, parentBackupId }: Pick<PointRecord, "vmId" | "parentBackupId">,
  signal: AbortSignal,
): Promise<void> {
  if (parentBackupId === null) return;
  const parent = await findPoint(site, parentBackupId, signal);
  if (parent?.kind === "backup" && parent.vmId === vmId) return;
  throw new ProviderError(
    "parent_backup_not_found",
    "The provider no longer has the backup that this one would depend on; run a full backup.",
    { retryable: false },
  );
}

async function copyAll(
  site: LibvirtSite,
  machine: Machine,
  { id, kind, parentBackupId }: Pick<PointRecord, "id" | "kind" | "parentBackupId">,
  volumes: readonly CaptureVolume[],
  signal: AbortSignal,
): Promise<void> {
  const copies: WantedCopy[] = [];
  for (const { volumeId, role } of volumes) {
    const source =
      role === "root" ? await site.disks.find(machine.labels.disk, signal) : await findDisk(site, volumeId, signal);
    if (source === undefined) throw volumeNotFound();
    const onto =
      parentBackupId === null ? undefined : await site.disks.find(pointFile(parentBackupId, volumeId), signal);
    copies.push({ source, name: pointFile(id, volumeId), ...(onto !== undefined && { onto }) });
  }
  const moment = kind === "backup" ? { name: id, since: parentBackupId } : null;
  await site.disks.copyAtOnce(machine, copies, moment, signal);
}

/** Removes the record of a point first: what is left of a removal that was interrupted is no point. */
export async function removePoint(site: LibvirtSite, id: string, signal: AbortSignal): Promise<void> {
  const files = (await filesIn(site, signal)).map(({ name }) => name);
  await deleteStored(
    site,
    files.filter((name) => name.startsWith(`${pointSubject(id)}.`)),
    signal,
  );
  await removeCopies(site, id, signal);
}

/** Removes the files of what is no point, or not any more. */
export async function removeCopies(site: LibvirtSite, id: string, signal: AbortSignal): Promise<void> {
  const names = await namesIn(site, signal);
  await deleteStored(
    site,
    names.filter((name) => name.startsWith(`${id}.`)),
    signal,
  );
}
