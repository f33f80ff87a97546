import { posix } from "node:path";
import type { ComputePort } from "../../ports/compute-port.ts";
import { sweepImages } from "../images/left-images.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { redefine, relabel } from "../machine/change-machine.ts";
import { setRootDisk } from "../machine/definition.ts";
import { setFirmware } from "../machine/firmware.ts";
import { filesOf } from "../machine/labels.ts";
import type { Machine } from "../machine/machine.ts";
import { findMachine, machineOf, ownMachines } from "../machine/machines.ts";
import { rootFile } from "../storage/names.ts";
import { folderOf, refresh } from "../storage/pool.ts";
import { deleteStored } from "../storage/stored-names.ts";
import { discardFormerAccess, listFormerAccess, revertAccess } from "./access.ts";
import { bootBy, firmwareFor } from "./firmware.ts";
import { madeBy } from "./instance-life.ts";
import { makeRootDisk } from "./root-disk.ts";

/**
 * Makes a new disk beside the present one, and then gives it to the machine by one call, which also remembers the
 * former disk and what is to be deleted.
 */
export async function rebuildInstance(
  site: LibvirtSite,
  vmId: string,
  image: Parameters<ComputePort["rebuildInstance"]>[1],
  signal: AbortSignal,
): Promise<void> {
  const machine = await machineOf(site, vmId, signal);
  const { labels, definition } = machine;
  const { templateId, requestId } = image;
  if (labels.former?.requestId !== requestId) {
    const firmware = await firmwareFor(site, image, signal);
    const made = madeBy(requestId);
    const variables = await bootBy(site, machine, { vmId, firmware, made }, signal);
    const file = rootFile(vmId, made);
    const path = await makeRootDisk(site, { file, templateId, diskGb: labels.diskGb }, signal);
    setRootDisk(definition, path, site);
    const { disk, variables: present, templateId: before } = labels;
    const former = { disk, variables: present, templateId: before, requestId, sinceMs: Date.now() };
    const leftover = [...labels.leftover, ...filesOf(labels.former)];
    await redefine(site, machine, { ...labels, disk: file, variables, templateId, former, leftover }, signal);
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
    const { disk, variables, templateId } = former;
    const folder = await folderOf(site, signal);
    setRootDisk(definition, await site.disks.pathOf(disk, signal), site);
    setFirmware(
      definition,
      variables === undefined ? null : { variables: posix.resolve(folder, variables), secureBoot: site.secureBoot },
    );
    const leftover = [...labels.leftover, ...filesOf(labels)];
    await redefine(site, machine, { ...rest, disk, variables, templateId, leftover }, signal);
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
    const doomed = [...leftover, ...filesOf(former)];
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
  const { leftover } = machine.labels;
  // Variables are not libvirt's own file.
  if (leftover.some((file) => file.endsWith(".fd"))) await refresh(site, signal);
  await deleteStored(site, leftover, signal);
  await relabel(site, machine, { leftover: [] }, signal);
  await sweepImages(site, signal);
}
