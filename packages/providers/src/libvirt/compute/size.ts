import { procedures } from "@fulmar/libvirt-rpc";
import type { InstanceSize } from "../../ports/compute-port.ts";
import { volumeNotFound } from "../../ports/provider-error.ts";
import { giveGpus } from "../gpus/give-gpus.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { redefine, relabel } from "../machine/change-machine.ts";
import { disksOf, ROOT_TARGET, setSize } from "../machine/definition.ts";
import { isOn } from "../machine/machine.ts";
import { machineOf } from "../machine/machines.ts";
import { runOf } from "../machine/read-machine.ts";
import { gibibytes } from "../storage/pool.ts";

/** virDomainBlockResizeFlags: the size is in bytes. */
const BYTES = 1;

/** Changes the definition: a running machine has its new size from its next start. */
export async function resizeInstance(
  site: LibvirtSite,
  vmId: string,
  size: InstanceSize,
  signal: AbortSignal,
): Promise<void> {
  const machine = await machineOf(site, vmId, signal);
  await giveGpus(machine.host.client, { name: machine.domain.name, definition: machine.definition }, size, signal);
  setSize(machine.definition, size);
  await redefine(site, machine, { ...machine.labels, planId: size.planId }, signal);
}

export function growRootDisk(site: LibvirtSite, vmId: string, diskGb: number, signal: AbortSignal): Promise<void> {
  return sizeRootDisk(site, vmId, (presentGb) => Math.max(presentGb, diskGb), signal);
}

export function revertRootDisk(site: LibvirtSite, vmId: string, diskGb: number, signal: AbortSignal): Promise<void> {
  return sizeRootDisk(site, vmId, (presentGb) => Math.min(presentGb, diskGb), signal);
}

/** The label follows the disk, so that a call that was interrupted between them is repeated. */
async function sizeRootDisk(
  site: LibvirtSite,
  vmId: string,
  sizeOf: (presentGb: number) => number,
  signal: AbortSignal,
): Promise<void> {
  const machine = await machineOf(site, vmId, signal);
  const { domain, host, labels } = machine;
  const diskGb = sizeOf(labels.diskGb);
  if (diskGb === labels.diskGb) return;
  const volume = await site.disks.find(labels.disk, signal);
  if (volume === undefined) throw volumeNotFound();
  if (isOn(machine)) {
    // In rescue mode it has another place.
    const run = disksOf(await runOf(machine, signal));
    const target = run.find(({ path }) => path === volume.path)?.target ?? ROOT_TARGET;
    const resized = { domain, disk: target, size: gibibytes(diskGb), flags: BYTES };
    await host.client.call(procedures.domainBlockResize, resized, signal);
  } else await site.disks.resize(volume, gibibytes(diskGb), signal);
  await relabel(site, machine, { diskGb }, signal);
}
