import { volumeNotFound } from "../../ports/provider-error.ts";
import { madeBy } from "../compute/instance-life.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { redefineAs } from "../machine/change-machine.ts";
import { replaceDisk } from "../machine/definition.ts";
import { requireOff } from "../machine/machine.ts";
import { volumeFile } from "../storage/names.ts";
import { writeRecord } from "../storage/records.ts";
import { deleteStored } from "../storage/stored-names.ts";
import { diskOf, recordOfVolume, userOf, type VolumeRecord, volumeSubject } from "../volumes/stored-volume.ts";
import { type CopyOfPoint, copyIn } from "./points.ts";

/**
 * Gives a data volume a disk that is a copy of a point's. The copy is whole before the volume has it, so that one that
 * fails leaves the former disk. A disk that has grown since keeps its size.
 */
export async function restoreVolume(site: LibvirtSite, point: CopyOfPoint, signal: AbortSignal): Promise<void> {
  const { volumeId } = point;
  const user = await userOf(site, volumeId, signal);
  if (user !== undefined) requireOff(user.machine);
  const kept = await finishSwap(site, volumeId, signal);
  const [one, other] = ["a", "b"].map((turn) => volumeFile(volumeId, `${madeBy(point.id)}${turn}`));
  const name = kept.disk === one ? (other ?? "") : (one ?? "");
  const copy = await copyIn(site, point, signal);
  const before = await site.disks.capacityOf(await diskOf(site, volumeId, signal), signal);
  await site.disks.delete([name], signal);
  const disk = await site.disks.copy(copy, name, signal);
  if (before > (await site.disks.capacityOf(disk, signal))) await site.disks.resize(disk, before, signal);
  const swapped: VolumeRecord = { ...kept, disk: name, leftover: [kept.disk] };
  await writeRecord(site, volumeSubject(volumeId), swapped, signal);
  await finishSwap(site, volumeId, signal);
}

/**
 * The record says which disk a volume has. A machine that has the volume gets it, too, and then the former ones are
 * deleted. What was interrupted between these goes on here.
 * @throws ProviderError `volume_not_found`
 */
async function finishSwap(site: LibvirtSite, volumeId: string, signal: AbortSignal): Promise<VolumeRecord> {
  const kept = await recordOfVolume(site, volumeId, signal);
  const disk = kept && (await site.disks.find(kept.disk, signal));
  if (kept === undefined || disk === undefined) throw volumeNotFound();
  if (kept.leftover.length === 0) return kept;
  const user = await userOf(site, volumeId, signal);
  if (user !== undefined) {
    replaceDisk(user.machine.definition, user.target, disk.path, site);
    await redefineAs(site, user.machine, signal);
  }
  await deleteStored(site, kept.leftover, signal);
  const finished: VolumeRecord = { ...kept, leftover: [] };
  await writeRecord(site, volumeSubject(volumeId), finished, signal);
  return finished;
}
