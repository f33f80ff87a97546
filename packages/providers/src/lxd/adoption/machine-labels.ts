import type { MachineLabels } from "../../ports/adoption-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import { findMachine, isUnknown, patchInstance, pathOfInstance } from "../instances.ts";
import { DEVICE, labelsOf, MACHINE, NAME, PLAN, RECORD, recordText } from "../labels.ts";
import { LxdInstance } from "../lxd-instance.ts";
import type { LxdSite } from "../lxd-site.ts";
import { releaseInstanceNetwork } from "../network/instances.ts";
import { findVolume, LxdVolume, pathOfVolumes } from "../volumes/stored-volume.ts";

type Configuration = LxdInstance["config"];

/**
 * Labels a machine and its volumes. Labels are configuration that a running instance does not notice. The machine comes
 * last: until then, nothing of it is ours.
 */
export async function labelMachine(
  site: LxdSite,
  { machine: name, vmId, vmName, planId, templateId, record, volumes }: MachineLabels,
  signal: AbortSignal,
): Promise<void> {
  const { client } = site;
  const machine = await client.find(pathOfInstance(name), LxdInstance, signal);
  requireOurs(site, `The machine ${name}`, machine?.config, vmId);
  for (const { volume, volumeId, volumeName, devicePath, record: kept } of volumes) {
    const found = await client.find(pathOfVolumes(site, volume), LxdVolume, signal);
    requireOurs(site, `The volume ${volume}`, found?.config, volumeId);
    const labels = {
      ...labelsOf(site, "volume", volumeId),
      [NAME]: volumeName,
      [DEVICE]: devicePath,
      [RECORD]: recordText(kept),
    };
    await client.change("PATCH", pathOfVolumes(site, volume), { config: labels }, signal);
  }
  const labels = {
    ...labelsOf(site, "vm", vmId),
    [MACHINE]: name,
    [NAME]: vmName,
    [PLAN]: planId,
    "user.fulmar.template": templateId,
    [RECORD]: recordText(record),
  };
  await patchInstance(site, name, { config: labels }, signal);
}

/** @throws ProviderError unless it is there, and nobody's or that of this id */
function requireOurs({ siteId }: LxdSite, what: string, config: Configuration | undefined, id: string): void {
  if (config === undefined)
    throw new ProviderError("machine_not_found", `${what} is no longer at the site.`, { retryable: false });
  const { "user.fulmar.site": owner, "user.fulmar.id": ownId } = config;
  if (owner === undefined || (owner === siteId && ownId === id)) return;
  throw new ProviderError("machine_taken", `${what} was adopted meanwhile.`, { retryable: false });
}

/**
 * Takes our labels off volumes and, last, off the instance of a VM.
 * @throws ProviderError while a member of the cluster is down, which may have it
 */
export async function releaseMachine(
  site: LxdSite,
  vmId: string,
  volumeIds: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  const machine = await findMachine(site, vmId, signal);
  if (machine === undefined) await requireAllUp(site, signal);
  for (const volumeId of volumeIds) {
    const volume = await findVolume(site, volumeId, signal);
    if (volume === undefined) continue;
    await site.client.change("PATCH", pathOfVolumes(site, volume.name), { config: off(volume.config) }, signal);
  }
  await releaseInstanceNetwork(site, vmId, signal);
  if (machine === undefined) return null;
  await patchInstance(site, machine.name, { config: off(machine.config) }, signal);
  return machine.name;
}

/** Our labels with empty values, which removes them. */
function off(config: Configuration): Configuration {
  return Object.fromEntries(Object.keys(config).flatMap((key) => (key.startsWith("user.fulmar.") ? [[key, ""]] : [])));
}

async function requireAllUp({ client }: LxdSite, signal: AbortSignal): Promise<void> {
  const all = await client.get("/instances", LxdInstance.array(), signal, { recursion: 1 });
  if (!all.some(isUnknown)) return;
  throw new ProviderError("provider_unavailable", "A server of the site is down; release the VM when it is up again.", {
    retryable: true,
  });
}
