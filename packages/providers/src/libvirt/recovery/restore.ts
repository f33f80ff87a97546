import type { CaptureVolume } from "../../ports/recovery-port.ts";
import { bootBy } from "../compute/firmware.ts";
import { madeBy } from "../compute/instance-life.ts";
import { sweep } from "../compute/rebuild.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { redefine } from "../machine/change-machine.ts";
import { setRootDisk } from "../machine/definition.ts";
import { firmwareIn } from "../machine/firmware.ts";
import { requireOff } from "../machine/machine.ts";
import { machineOf } from "../machine/machines.ts";
import { rootFile } from "../storage/names.ts";
import { gibibytes } from "../storage/pool.ts";
import { type CopyOfPoint, copyIn, findPoint, type PointRecord } from "./points.ts";
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

/**
 * Makes a disk beside the present one, and gives it to the machine by one call. A repetition makes it again. Variables of
 * firmware are no part of a copy: the machine keeps those that it has, unless it was booted by another firmware then.
 */
async function restoreRoot(site: LibvirtSite, point: CopyOfPoint, signal: AbortSignal): Promise<void> {
  const machine = await machineOf(site, point.vmId, signal);
  const { labels, definition } = machine;
  const { vmId } = point;
  const turn = labels.disk === rootFile(vmId, `${madeBy(point.id)}a`) ? "b" : "a";
  const made = `${madeBy(point.id)}${turn}`;
  const name = rootFile(vmId, made);
  await site.disks.delete([name], signal);
  const disk = await site.disks.copy(await copyIn(site, point, signal), name, signal);
  await site.disks.resize(disk, gibibytes(labels.diskGb), signal);
  setRootDisk(definition, disk.path, site);
  const leftover = [...labels.leftover, labels.disk];
  const restored = { ...labels, disk: name, leftover };
  const firmware = (await findPoint(site, point.id, signal))?.firmware;
  if (firmware !== undefined && firmware !== firmwareIn(definition)) {
    restored.variables = await bootBy(site, machine, { vmId, firmware, made }, signal);
    if (labels.variables !== undefined) leftover.push(labels.variables);
  }
  await redefine(site, machine, restored, signal);
  await sweep(site, vmId, signal);
}
