import { createHash } from "node:crypto";
import { procedures } from "@fulmar/libvirt-rpc";
import type { DiskOfPoint, InstanceSpec } from "../../ports/compute-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import { says } from "../client/libvirt-refusal.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { newDefinition } from "../machine/definition.ts";
import type { Labels } from "../machine/labels.ts";
import { define, findMachine, isOn, type Machine, machineOf, nameInUse } from "../machine/machines.ts";
import { setCards } from "../network/cards.ts";
import { ensureInstanceNetwork, removeInstanceNetwork } from "../network/vm-networks.ts";
import { copyIn } from "../recovery/points.ts";
import { hypervisorOf } from "../site/hypervisor.ts";
import { consoleFile, imageFile, rootFile } from "../storage/names.ts";
import {
  copyDisk,
  createDisk,
  deleteVolumes,
  findVolume,
  folderOf,
  gibibytes,
  refresh,
  resizeDisk,
  sizeOfVolume,
  volumesIn,
} from "../storage/pool.ts";
import { unsupported } from "../unsupported.ts";

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

/**
 * Makes a root disk on an image.
 * @returns its path on the host
 * @throws ProviderError `image_not_found`, `image_too_large`
 */
export async function makeRootDisk(
  site: LibvirtSite,
  { file, templateId, diskGb }: { readonly file: string; readonly templateId: string; readonly diskGb: number },
  signal: AbortSignal,
): Promise<string> {
  const image = await findVolume(site, imageFile(templateId), signal);
  if (image === undefined) {
    throw new ProviderError("image_not_found", "The site does not have this image; choose another one.", {
      retryable: false,
    });
  }
  const { capacity } = await sizeOfVolume(site, image, signal);
  if (capacity > gibibytes(diskGb)) {
    throw new ProviderError(
      "image_too_large",
      "The image is larger than the VM's disk; choose a plan with more disk.",
      {
        retryable: false,
      },
    );
  }
  const disk = { name: file, capacity: gibibytes(diskGb), backing: image.key };
  return (await createDisk(site, disk, signal)).key;
}

/** Makes a root disk as a copy of one in a snapshot or a backup. One that was interrupted is made again. */
async function copyRootDisk(
  site: LibvirtSite,
  { file, point, diskGb }: { readonly file: string; readonly point: DiskOfPoint; readonly diskGb: number },
  signal: AbortSignal,
): Promise<string> {
  const { kind, pointId: id, vmId, volumeId } = point;
  const copy = await copyIn(site, { kind, id, vmId, volumeId }, signal);
  const { capacity } = await sizeOfVolume(site, copy, signal);
  await deleteVolumes(site, [file], signal);
  const disk = await copyDisk(site, { name: file, capacity }, copy, signal);
  if (gibibytes(diskGb) > capacity) await resizeDisk(site, disk, gibibytes(diskGb), signal);
  return disk.key;
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
