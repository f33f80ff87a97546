import { createHash } from "node:crypto";
import { procedures } from "@fulmar/libvirt-rpc";
import type { InstanceSpec } from "../../ports/compute-port.ts";
import { says } from "../client/libvirt-refusal.ts";
import { giveGpus } from "../gpus/give-gpus.ts";
import { hostFor } from "../hosts/host-for.ts";
import { sweepImages } from "../images/left-images.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { newDefinition } from "../machine/definition.ts";
import type { Labels } from "../machine/labels.ts";
import { isOn, type Machine } from "../machine/machine.ts";
import { define, findMachine, keep, machineOf, nameInUse, undefine } from "../machine/machines.ts";
import { keepPlacement, nameOfHost } from "../machine/placements.ts";
import { setCards } from "../network/cards.ts";
import { ensureInstanceNetwork, removeInstanceNetwork } from "../network/vm-networks.ts";
import { hypervisorOf } from "../site/hypervisor.ts";
import { consoleFile, rootFile } from "../storage/names.ts";
import { deleteVolumes, folderOf, refresh, volumesIn } from "../storage/pool.ts";
import { writeXml } from "../xml/xml-document.ts";
import { copyRootDisk, makeRootDisk } from "./root-disk.ts";

/** Makes the root disk first, since a definition names it, and then the machine by one call. */
export async function createInstance(
  site: LibvirtSite,
  vmId: string,
  spec: InstanceSpec,
  signal: AbortSignal,
): Promise<void> {
  if ((await findMachine(site, vmId, signal)) !== undefined) return;
  const host = await hostFor(site, spec.host ?? null, signal);
  const disk = rootFile(vmId, "first");
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
  const paths = { disk: path, console: `${await folderOf(site, signal)}/${consoleFile(vmId)}`, shared: site.shared };
  const definition = newDefinition(spec, labels, await hypervisorOf(site, host, signal), paths);
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

/** Deletes a machine with its files and its network. Volumes that it has stay. */
export async function deleteInstance(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<void> {
  // A move that was interrupted leaves a second definition.
  for (;;) {
    const machine = await findMachine(site, vmId, signal);
    if (machine === undefined) break;
    await switchOff(machine, signal);
    await undefine(machine, signal);
  }
  // The log is not libvirt's own file.
  await refresh(site, signal);
  const files = (await volumesIn(site, signal)).map(({ name }) => name).filter((name) => name.startsWith(`${vmId}.`));
  await deleteVolumes(site, files, signal);
  await removeInstanceNetwork(site, vmId, signal);
  await sweepImages(site, signal);
}

/** Ends a run without asking the guest. */
export async function switchOff(machine: Machine, signal: AbortSignal): Promise<void> {
  if (!isOn(machine)) return;
  const { domain, host } = machine;
  try {
    await host.client.call(procedures.domainDestroy, { domain, flags: 0 }, signal);
  } catch (error) {
    // It has ended by itself.
    if (!says(error, "operationInvalid")) throw error;
  }
}

/** Tells the disks of a machine apart. */
export function madeBy(requestId: string): string {
  return createHash("sha256").update(requestId).digest("hex").slice(0, 12);
}
