import type { CaptureVolume } from "../../ports/recovery-port.ts";
import { madeBy } from "../compute/instance-life.ts";
import { sweep } from "../compute/rebuild.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { setRootDisk } from "../machine/definition.ts";
import { requireOff } from "../machine/machine.ts";
import { machineOf, redefine } from "../machine/machines.ts";
import { rootFile } from "../storage/names.ts";
import { copyDisk, deleteVolumes, gibibytes, resizeDisk, sizeOfVolume } from "../storage/pool.ts";
import { type CopyOfPoint, copyIn, type PointRecord } from "./points.ts";
import { restoreVolume } from "./restore-volume.ts";

/**
 * Gives a machine that is off disks that are copies of a point's. Those that have grown since keep their size.
 * @throws ProviderError `instance_not_stopped`, and when the point or a copy in it is gone
 */
export async function restore(
  site: LibvirtSite,
  point: Pick<PointRecord, "kind" | "id" | "vmId">,
  volumes: readonly CaptureVolume[],
  signal: AbortSignal,
): Promise<void> {
  const machine = await machineOf(site, point.vmId, signal);
  requireOff(machine);
  // Nothing is changed before all copies are known to be there.
  for (const { volumeId } of volumes) await copyIn(site, { ...point, volumeId }, signal);
  for (const { volumeId, role } of volumes) {
    if (role === "root") await restoreRoot(site, { ...point, volumeId }, signal);
    else await restoreVolume(site, { ...point, volumeId }, signal);
  }
}

/** Makes a disk beside the present one, and gives it to the machine by one call. A repetition makes it again. */
async function restoreRoot(site: LibvirtSite, point: CopyOfPoint, signal: AbortSignal): Promise<void> {
  const machine = await machineOf(site, point.vmId, signal);
  const { labels, definition } = machine;
  const [one, other] = ["a", "b"].map((turn) => rootFile(point.vmId, `${madeBy(point.id)}${turn}`));
  const name = labels.disk === one ? (other ?? "") : (one ?? "");
  await deleteVolumes(site, [name], signal);
  const copy = await copyIn(site, point, signal);
  const { capacity } = await sizeOfVolume(site, copy, signal);
  const disk = await copyDisk(site, { name, capacity }, copy, signal);
  await resizeDisk(site, disk, gibibytes(labels.diskGb), signal);
  setRootDisk(definition, disk.key);
  await redefine(site, machine, { ...labels, disk: name, leftover: [...labels.leftover, labels.disk] }, signal);
  await sweep(site, point.vmId, signal);
}
