import { posix } from "node:path";
import type { MachineLabels } from "../../ports/adoption-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import { accessSubject } from "../compute/access.ts";
import { askEveryHost } from "../hosts/site-hosts.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { keep, setLabels, undefine } from "../machine/change-machine.ts";
import { variablesIn } from "../machine/firmware.ts";
import { filesOf, type Labels } from "../machine/labels.ts";
import { isOn } from "../machine/machine.ts";
import { findMachine, machinesOn } from "../machine/machines.ts";
import { dropPlacement } from "../machine/placements.ts";
import { releaseInstanceNetwork } from "../network/released.ts";
import { folderOf, gibibytes, refresh } from "../storage/pool.ts";
import { removeRecord, writeRecord } from "../storage/records.ts";
import { deleteStored } from "../storage/stored-names.ts";
import { recordOfVolume, type VolumeRecord, volumeSubject } from "../volumes/stored-volume.ts";
import { adoptedSubject, volumeIdsOf } from "../volumes/volume-paths.ts";
import { disksOfStranger, type HostMachine, isRoot } from "./stranger.ts";
import { addressesOf, allMachines } from "./strangers.ts";

/**
 * Labels a machine and its volumes. Labels are metadata that a run does not notice, and records in the site's pool; disks
 * stay where they are. The machine comes last: until then, nothing of it is ours.
 */
export async function labelMachine(site: LibvirtSite, given: MachineLabels, signal: AbortSignal): Promise<void> {
  const { machine: name, vmId, vmName, planId, templateId, record, volumes } = given;
  await refresh(site, signal);
  const named = (await allMachines(site, signal)).filter(({ domain }) => domain.name === name);
  // Of several hosts, each has machines of its own: none is chosen for who asked.
  const machine = named.length > 1 ? named.find(({ labels }) => labels?.vmId === vmId) : named[0];
  if (machine === undefined) throw gone(`The machine ${name}`);
  const { labels } = machine;
  if (labels !== undefined && !(labels.siteId === site.siteId && labels.vmId === vmId))
    throw taken(`The machine ${name}`);
  for (const volume of volumes) await labelVolume(site, machine, volume, signal);
  const root = disksOfStranger(machine.definition).find(isRoot);
  const disk = root?.path === undefined ? undefined : await site.disks.find(root.path, signal);
  if (disk === undefined) throw gone(`The root disk of the machine ${name}`);
  const capacity = await site.disks.capacityOf(disk, signal);
  const variables = variablesIn(machine.definition);
  const own: Labels = {
    ...{ siteId: site.siteId, vmId, name: vmName, tags: [], planId, templateId, record },
    diskGb: Number((capacity + gibibytes(1) - 1n) / gibibytes(1)),
    disk: await nameOf(site, disk.path, signal),
    ...(variables !== undefined && { variables: await nameOf(site, variables, signal) }),
    copied: false,
    madeAt: labels?.madeAt ?? new Date().toISOString(),
    rescue: false,
    turn: false,
    addresses: await addressesOf(machine, signal),
    leftover: [],
  };
  await setLabels(machine, own, signal);
  await keep(site, { ...machine, labels: own }, signal);
}

/** The record of a volume says where its disk is, and a mark which disk it is of those that machines have. */
async function labelVolume(
  site: LibvirtSite,
  machine: HostMachine,
  { volume: name, volumeId, volumeName, record }: MachineLabels["volumes"][number],
  signal: AbortSignal,
): Promise<void> {
  const what = `The volume ${name}`;
  const disk = disksOfStranger(machine.definition).find((each) => !isRoot(each) && each.name === name);
  if (disk?.path === undefined || (await site.disks.find(disk.path, signal)) === undefined) throw gone(what);
  const owner = (await volumeIdsOf(site, signal))(disk.path);
  if (owner !== undefined && owner !== volumeId && (await recordOfVolume(site, owner, signal)) !== undefined)
    throw taken(what);
  const present = await recordOfVolume(site, volumeId, signal);
  await writeRecord(site, adoptedSubject(volumeId), { path: disk.path }, signal);
  const kept: VolumeRecord = {
    ...{ volumeId, name: volumeName, record, leftover: [] },
    madeAt: present?.madeAt ?? new Date().toISOString(),
    disk: await nameOf(site, disk.path, signal),
  };
  await writeRecord(site, volumeSubject(volumeId), kept, signal);
}

/** A file of the site's pool by its name, and any other by its path. */
async function nameOf(site: LibvirtSite, path: string, signal: AbortSignal): Promise<string> {
  return posix.dirname(path) === (await folderOf(site, signal)) ? posix.basename(path) : path;
}

function gone(what: string): ProviderError {
  return new ProviderError("machine_not_found", `${what} is no longer at the site.`, { retryable: false });
}

function taken(what: string): ProviderError {
  return new ProviderError("machine_taken", `${what} was adopted meanwhile.`, { retryable: false });
}

/**
 * Takes our labels off volumes and, last, off the machine of a VM. What was set aside for a revert goes, and so do former
 * definitions of it: with a silent host, one would come back as the VM's machine, and take its files with it.
 * @throws ProviderError, retryable, while a host is silent
 */
export async function releaseMachine(
  site: LibvirtSite,
  vmId: string,
  volumeIds: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  const definitions = (await askEveryHost(site.hosts, (host) => machinesOn(site, host, signal), signal)).flat();
  const machine = await findMachine(site, vmId, signal);
  for (const other of definitions)
    if (other.labels.vmId === vmId && other.host !== machine?.host && !isOn(other)) await undefine(other, signal);
  for (const volumeId of volumeIds) {
    await removeRecord(site, volumeSubject(volumeId), signal);
    await removeRecord(site, adoptedSubject(volumeId), signal);
  }
  await releaseInstanceNetwork(site, vmId, signal);
  await dropPlacement(site, vmId, signal);
  if (machine === undefined) return null;
  await removeRecord(site, accessSubject(vmId), signal);
  const { former, leftover } = machine.labels;
  await deleteStored(site, [...leftover, ...filesOf(former)], signal);
  await setLabels(machine, null, signal);
  return machine.domain.name;
}
