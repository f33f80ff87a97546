import { sweepImages } from "../images/left-images.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { setRootDisk } from "../machine/definition.ts";
import type { Machine } from "../machine/machine.ts";
import { findMachine, machineOf, ownMachines, redefine, relabel } from "../machine/machines.ts";
import { rootFile } from "../storage/names.ts";
import { deleteVolumes, folderOf } from "../storage/pool.ts";
import { discardFormerAccess, listFormerAccess, revertAccess } from "./access.ts";
import { madeBy } from "./instance-life.ts";
import { makeRootDisk } from "./root-disk.ts";

/**
 * Makes a new disk beside the present one, and then gives it to the machine by one call, which also remembers the
 * former disk and what is to be deleted.
 */
export async function rebuildInstance(
  site: LibvirtSite,
  vmId: string,
  { templateId, requestId }: { readonly templateId: string; readonly requestId: string },
  signal: AbortSignal,
): Promise<void> {
  const machine = await machineOf(site, vmId, signal);
  const { labels, definition } = machine;
  if (labels.former?.requestId !== requestId) {
    const file = rootFile(vmId, madeBy(requestId));
    const path = await makeRootDisk(site, { file, templateId, diskGb: labels.diskGb }, signal);
    setRootDisk(definition, path);
    const former = { disk: labels.disk, templateId: labels.templateId, requestId, sinceMs: Date.now() };
    const leftover = [...labels.leftover, ...(labels.former === undefined ? [] : [labels.former.disk])];
    await redefine(site, machine, { ...labels, disk: file, templateId, former, leftover }, signal);
  }
  await sweep(site, vmId, signal);
}

/** Gives the machine its former disk back, or its former access. */
export async function revertInstance(
  site: LibvirtSite,
  vmId: string,
  { requestId }: { readonly requestId: string },
  signal: AbortSignal,
): Promise<void> {
  const machine = await machineOf(site, vmId, signal);
  const { labels, definition } = machine;
  const { former, ...rest } = labels;
  if (former?.requestId === requestId) {
    setRootDisk(definition, `${await folderOf(site, signal)}/${former.disk}`);
    const { disk, templateId } = former;
    await redefine(site, machine, { ...rest, disk, templateId, leftover: [...labels.leftover, labels.disk] }, signal);
  }
  await sweep(site, vmId, signal);
  await revertAccess(site, machine, requestId, signal);
}

export async function listReplaced(site: LibvirtSite, olderThanMs: number, signal: AbortSignal): Promise<string[]> {
  const machines = await ownMachines(site, signal);
  const rebuilt = machines.filter((machine) => isReplaced(machine, olderThanMs)).map(({ labels }) => labels.vmId);
  return [...new Set([...rebuilt, ...(await listFormerAccess(site, olderThanMs, signal))])];
}

export async function discardReplaced(
  site: LibvirtSite,
  vmId: string,
  olderThanMs: number,
  signal: AbortSignal,
): Promise<void> {
  const machine = await findMachine(site, vmId, signal);
  if (machine === undefined) return;
  if (isReplaced(machine, olderThanMs)) {
    const { former, leftover } = machine.labels;
    const doomed = former === undefined ? leftover : [...leftover, former.disk];
    await relabel(site, machine, { former: undefined, leftover: doomed }, signal);
  }
  await discardFormerAccess(site, vmId, olderThanMs, signal);
  await sweep(site, vmId, signal);
}

function isReplaced({ labels: { former } }: Machine, olderThanMs: number): boolean {
  return former !== undefined && Date.now() - former.sinceMs > olderThanMs;
}

/** Deletes the disks that the machine does not have any more. */
export async function sweep(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<void> {
  const machine = await findMachine(site, vmId, signal);
  if (machine === undefined || machine.labels.leftover.length === 0) return;
  await deleteVolumes(site, machine.labels.leftover, signal);
  await relabel(site, machine, { leftover: [] }, signal);
  await sweepImages(site, signal);
}
