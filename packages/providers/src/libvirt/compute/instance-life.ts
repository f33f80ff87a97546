import { createHash } from "node:crypto";
import { procedures } from "@fulmar/libvirt-rpc";
import type { InstanceSpec } from "../../ports/compute-port.ts";
import { says } from "../client/libvirt-refusal.ts";
import { sweepImages } from "../images/left-images.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { newDefinition } from "../machine/definition.ts";
import type { Labels } from "../machine/labels.ts";
import { define, findMachine, isOn, type Machine, machineOf, nameInUse } from "../machine/machines.ts";
import { setCards } from "../network/cards.ts";
import { ensureInstanceNetwork, removeInstanceNetwork } from "../network/vm-networks.ts";
import { hypervisorOf } from "../site/hypervisor.ts";
import { consoleFile, rootFile } from "../storage/names.ts";
import { deleteVolumes, folderOf, refresh, volumesIn } from "../storage/pool.ts";
import { unsupported } from "../unsupported.ts";
import { copyRootDisk, makeRootDisk } from "./root-disk.ts";

/** Everything that belongs to a definition: saved memory, snapshots and checkpoints, firmware variables. */
const WITH_EVERYTHING = 1 | 2 | 4 | 16;

/** Makes the root disk first, since a definition names it, and then the machine by one call. */
export async function createInstance(
  site: LibvirtSite,
  vmId: string,
  spec: InstanceSpec,
  signal: AbortSignal,
): Promise<void> {
  if ((await findMachine(site, vmId, signal)) !== undefined) return;
  if (spec.gpuCount > 0) throw unsupported("GPUs");
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
  const paths = { disk: path, console: `${await folderOf(site, signal)}/${consoleFile(vmId)}` };
  const definition = newDefinition(spec, labels, await hypervisorOf(site, signal), paths);
  setCards(definition, cards);
  try {
    await define(site, definition, signal);
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
  const machine = await findMachine(site, vmId, signal);
  if (machine !== undefined) {
    await switchOff(site, machine, signal);
    await passing("noDomain", () =>
      site.client.call(procedures.domainUndefine, { domain: machine.domain, flags: WITH_EVERYTHING }, signal),
    );
  }
  // The log is not libvirt's own file.
  await refresh(site, signal);
  const files = (await volumesIn(site, signal)).map(({ name }) => name).filter((name) => name.startsWith(`${vmId}.`));
  await deleteVolumes(site, files, signal);
  await removeInstanceNetwork(site, vmId, signal);
  await sweepImages(site, signal);
}

/** Ends a run without asking the guest. */
export async function switchOff(site: LibvirtSite, machine: Machine, signal: AbortSignal): Promise<void> {
  if (!isOn(machine)) return;
  const { domain } = machine;
  await passing("operationInvalid", () => site.client.call(procedures.domainDestroy, { domain, flags: 0 }, signal));
}

/** A call that has nothing to do any more. */
async function passing(code: "noDomain" | "operationInvalid", call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!says(error, code)) throw error;
  }
}

/** Tells the disks of a machine apart. */
export function madeBy(requestId: string): string {
  return createHash("sha256").update(requestId).digest("hex").slice(0, 12);
}
