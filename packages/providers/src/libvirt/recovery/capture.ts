import { volumeNotFound } from "../../ports/provider-error.ts";
import type { CaptureVolume, VolumeCopy } from "../../ports/recovery-port.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { type Machine, machineOf } from "../machine/machines.ts";
import { copyDisks, type WantedCopy } from "../storage/copy-disks.ts";
import { pointFile } from "../storage/names.ts";
import { deleteVolumes, findVolume, sizeOfVolume, volumesIn } from "../storage/pool.ts";
import { writeRecord } from "../storage/records.ts";
import { findDisk } from "../volumes/stored-volume.ts";
import { copyIn, findPoint, type PointRecord, pointSubject } from "./points.ts";

/** Copies volumes as they are at one moment, once. Each copy is whole. */
export async function capture(
  site: LibvirtSite,
  wanted: Omit<PointRecord, "madeAt" | "volumes">,
  volumes: readonly CaptureVolume[],
  signal: AbortSignal,
): Promise<VolumeCopy[]> {
  if ((await findPoint(site, wanted.id, signal)) === undefined) {
    const machine = await machineOf(site, wanted.vmId, signal);
    await removeCopies(site, wanted.id, signal);
    await copyAll(site, machine, wanted.id, volumes, signal);
    const kept: PointRecord = {
      ...wanted,
      madeAt: new Date().toISOString(),
      volumes: volumes.map(({ volumeId, role }) => ({ volumeId, role })),
    };
    await writeRecord(site, pointSubject(wanted.id), kept, signal);
  }
  return Promise.all(
    volumes.map(async ({ volumeId }) => {
      const copy = await copyIn(site, { ...wanted, volumeId }, signal);
      const { allocation } = await sizeOfVolume(site, copy, signal);
      return { volumeId, ref: copy.name, sizeBytes: allocation };
    }),
  );
}

async function copyAll(
  site: LibvirtSite,
  machine: Machine,
  id: string,
  volumes: readonly CaptureVolume[],
  signal: AbortSignal,
): Promise<void> {
  const copies: WantedCopy[] = [];
  for (const { volumeId, role } of volumes) {
    const source =
      role === "root" ? await findVolume(site, machine.labels.disk, signal) : await findDisk(site, volumeId, signal);
    if (source === undefined) throw volumeNotFound();
    copies.push({ source, name: pointFile(id, volumeId) });
  }
  await copyDisks(site, machine, copies, signal);
}

/** Removes the record of a point first: what is left of a removal that was interrupted is no point. */
export async function removePoint(site: LibvirtSite, id: string, signal: AbortSignal): Promise<void> {
  const files = (await volumesIn(site, signal)).map(({ name }) => name);
  await deleteVolumes(
    site,
    files.filter((name) => name.startsWith(`${pointSubject(id)}.`)),
    signal,
  );
  await removeCopies(site, id, signal);
}

/** Removes the files of what is no point, or not any more. */
export async function removeCopies(site: LibvirtSite, id: string, signal: AbortSignal): Promise<void> {
  const files = (await volumesIn(site, signal)).map(({ name }) => name);
  await deleteVolumes(
    site,
    files.filter((name) => name.startsWith(`${id}.`)),
    signal,
  );
}
