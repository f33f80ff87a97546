import { createHash } from "node:crypto";
import { procedures } from "@fulmar/libvirt-rpc";
import type { InstanceSpec } from "../../ports/compute-port.ts";
import { says } from "../client/libvirt-refusal.ts";
import { giveGpus } from "../gpus/give-gpus.ts";
import { hostFor } from "../hosts/host-for.ts";
import { sweepImages } from "../images/left-images.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { define, keep, undefineWhole } from "../machine/change-machine.ts";
import { newDefinition } from "../machine/definition.ts";
import { filesOf, type Labels, withLabels } from "../machine/labels.ts";
import { isOn, type Machine } from "../machine/machine.ts";
import { findMachine, findMade, machineOf, nameInUse, requireFree } from "../machine/machines.ts";
import { keepPlacement, nameOfHost } from "../machine/placements.ts";
import { unusedOf } from "../machine/usage.ts";
import { setCards } from "../network/cards.ts";
import { removeReleasedNetwork } from "../network/released.ts";
import { ensureInstanceNetwork, removeInstanceNetwork } from "../network/vm-networks.ts";
import { hypervisorOf } from "../site/hypervisor.ts";
import { consoleFile, rootFile, vmIdOfRoot } from "../storage/names.ts";
import { folderOf, refresh } from "../storage/pool.ts";
import { deleteStored, namesIn } from "../storage/stored-names.ts";
import { writeXml } from "../xml/xml-document.ts";
import { bootBy, firmwareFor, requireUefi } from "./firmware.ts";
import { copyRootDisk, makeRootDisk } from "./root-disk.ts";

/** Tells its first disk from later ones. */
const FIRST = "first";

/** Makes the root disk first, since a definition names it, and then the machine by one call. */
export async function createInstance(
  site: LibvirtSite,
  vmId: string,
  spec: InstanceSpec,
  signal: AbortSignal,
): Promise<void> {
  if ((await findMade(site, vmId, signal)) !== undefined) return;
  const host = await hostFor(site, spec.host ?? null, signal);
  // A machine that was released has the UUID and the files of the VM that it was.
  await requireFree(site, vmId, signal);
  const firmware = await firmwareFor(site, spec, signal);
  if (firmware === "uefi") await requireUefi(site, host, signal);
  const disk = rootFile(vmId, FIRST);
  const path =
    spec.point == null
      ? await makeRootDisk(site, { file: disk, templateId: spec.templateId, diskGb: spec.diskGb }, signal)
      : await copyRootDisk(site, { file: disk, point: spec.point, diskGb: spec.diskGb }, signal);
  const cards = await ensureInstanceNetwork(site, vmId, signal);
  const labels: Labels = {
    siteId: site.siteId,
    vmId,
    name: spec.name,
    tags: [...spec.tags],
    planId: spec.planId,
    templateId: spec.templateId,
    diskGb: spec.diskGb,
    disk,
    copied: spec.point != null,
    record: spec.record,
    madeAt: new Date().toISOString(),
    rescue: false,
    turn: false,
    addresses: cards.map(({ address }) => address),
    leftover: [],
  };
  const paths = { disk: path, console: `${await folderOf(site, signal)}/${consoleFile(vmId)}`, access: site };
  const made = newDefinition(spec, labels, await hypervisorOf(site, host, signal), paths);
  const variables = await bootBy(site, { host, definition: made }, { vmId, firmware, made: FIRST }, signal);
  const definition = withLabels(made, { ...labels, variables });
  setCards(definition, cards);
  await giveGpus(host.client, { name: vmId, definition }, spec, signal);
  // Who looks for the machine while this host is silent has to know of it.
  const kept = { hosts: [await nameOfHost(host, signal)], xml: writeXml(definition) };
  await keepPlacement(site, vmId, kept, signal);
  try {
    const domain = await define(host, definition, signal);
    await keep(site, { host, domain, labels }, signal);
  } catch (error) {
    if (says(error, "operationFailed") && (await findMachine(site, vmId, signal)) === undefined) throw nameInUse();
    throw error;
  }
}

/** The disk is made with the machine, so this only checks that the machine exists. */
export async function provisionInstance(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<void> {
  await machineOf(site, vmId, signal);
}

/**
 * Deletes a machine with its files and its network. Volumes that it has stay. Files that are not named after the VM go
 * first, since the machine alone tells whose they are: its own disk, if it was adopted.
 */
export async function deleteInstance(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<void> {
  let found = false;
  // A move that was interrupted leaves a second definition.
  for (;;) {
    const machine = await findMachine(site, vmId, signal);
    if (machine === undefined) break;
    found = true;
    await switchOff(machine, signal);
    await deleteAdopted(site, machine, signal);
    await undefineWhole(machine, signal);
  }
  // The log is not libvirt's own file.
  await refresh(site, signal);
  const named = await filesOfVm(site, vmId, signal);
  // A VM that was released is somebody's machine, which runs on.
  await deleteStored(site, found ? named : await unusedOf(site, named, signal), signal);
  await removeInstanceNetwork(site, vmId, signal);
  await sweepImages(site, signal);
}

async function filesOfVm(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<string[]> {
  return (await namesIn(site, signal)).filter((name) => name.startsWith(`${vmId}.`));
}

/** Deletes what a machine has that is not named after its VM: that of a VM which it was before it was released, too. */
async function deleteAdopted(site: LibvirtSite, { labels }: Machine, signal: AbortSignal): Promise<void> {
  const disks = [labels.disk, ...labels.leftover, ...filesOf(labels.former)];
  const adopted = disks.filter((file) => !file.startsWith(`${labels.vmId}.`) && file !== labels.former?.variables);
  const before = new Set(adopted.flatMap((file) => vmIdOfRoot(file) ?? []));
  if (before.size > 0) await refresh(site, signal);
  for (const vmId of before) {
    await deleteStored(site, await filesOfVm(site, vmId, signal), signal);
    await removeReleasedNetwork(site, vmId, signal);
  }
  await deleteStored(site, adopted, signal);
}

/** Ends a run without asking the guest. */
export async function switchOff(machine: Machine, signal: AbortSignal): Promise<void> {
  if (!isOn(machine)) return;
  const { domain, host } = machine;
  try {
    await host.client.callApart(procedures.domainDestroy, { domain, flags: 0 }, signal);
  } catch (error) {
    // It has ended by itself.
    if (!says(error, "operationInvalid")) throw error;
  }
}

/** Tells the disks of a machine apart. */
export function madeBy(requestId: string): string {
  return createHash("sha256").update(requestId).digest("hex").slice(0, 12);
}
