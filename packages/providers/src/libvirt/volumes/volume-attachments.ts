import { posix } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { procedures } from "@fulmar/libvirt-rpc";
import { ProviderError } from "../../ports/provider-error.ts";
import type { VolumeTarget } from "../../ports/volume-port.ts";
import { says } from "../client/libvirt-refusal.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { CONFIG, keep, LIVE } from "../machine/change-machine.ts";
import { diskElement, diskElementAt, disksOf } from "../machine/definition.ts";
import { isOn, type Machine } from "../machine/machine.ts";
import { findMachine, machineOf } from "../machine/machines.ts";
import { runOf } from "../machine/read-machine.ts";
import { writeXml, type XmlElement } from "../xml/xml-document.ts";
import { attachments, diskOf, userOf } from "./stored-volume.ts";
import { volumeIdsOf } from "./volume-paths.ts";

/** A guest that has not given a disk back by then is asked again later. */
const DETACH_MS = 15_000;
const LOOK_AGAIN_MS = 200;

export async function attachVolume(
  site: LibvirtSite,
  volumeId: string,
  { vmId, devicePath }: VolumeTarget,
  signal: AbortSignal,
): Promise<void> {
  const { path } = await diskOf(site, volumeId, signal);
  const machine = await machineOf(site, vmId, signal);
  const target = posix.basename(devicePath);
  const present = (await attachments(site, signal)).get(volumeId);
  if (present !== undefined && present.vmId !== vmId) {
    throw new ProviderError(
      "volume_in_use",
      "The provider has this volume attached to another instance; detach it there first.",
      { retryable: false },
    );
  }
  const run = isOn(machine) ? await runOf(machine, signal) : undefined;
  const idOf = await volumeIdsOf(site, signal);
  for (const disks of [disksOf(machine.definition), run === undefined ? [] : disksOf(run)]) {
    if (disks.some((disk) => disk.target === target && idOf(disk.path) !== volumeId)) throw deviceInUse();
  }
  const xml = writeXml(diskElement({ path, target, serial: volumeId }, site));
  const { domain, host } = machine;
  // The definition comes first: a machine that stops meanwhile has the volume at its next start.
  if (present === undefined)
    await host.client.call(procedures.domainAttachDevice, { domain, xml, flags: CONFIG }, signal);
  if (run !== undefined && targetOf(run, volumeId, idOf) === undefined)
    await whileRunning(() => host.client.call(procedures.domainAttachDevice, { domain, xml, flags: LIVE }, signal));
  await keep(site, machine, signal);
}

export async function detachVolume(
  site: LibvirtSite,
  volumeId: string,
  vmId: string,
  signal: AbortSignal,
): Promise<void> {
  const machine = await findMachine(site, vmId, signal);
  if (machine !== undefined) await takeAway(site, machine, volumeId, signal);
}

/** Detaches a volume from whichever machine has it. */
export async function detachFromAll(site: LibvirtSite, volumeId: string, signal: AbortSignal): Promise<void> {
  const present = await userOf(site, volumeId, signal);
  if (present !== undefined) await takeAway(site, present.machine, volumeId, signal);
}

/** The place of a volume's disk in a definition; undefined where it has none. */
function targetOf(
  domain: XmlElement,
  volumeId: string,
  idOf: Awaited<ReturnType<typeof volumeIdsOf>>,
): string | undefined {
  return disksOf(domain).find(({ path }) => idOf(path) === volumeId)?.target;
}

/**
 * Takes a disk out of the run and then out of the definition, so that a call that was interrupted is repeated.
 * @throws ProviderError, retryable, when the guest does not give it back
 */
async function takeAway(site: LibvirtSite, machine: Machine, volumeId: string, signal: AbortSignal): Promise<void> {
  const { domain, definition, host } = machine;
  const idOf = await volumeIdsOf(site, signal);
  if (isOn(machine)) {
    const run = await runOf(machine, signal);
    const disk = diskElementAt(run, targetOf(run, volumeId, idOf) ?? "");
    if (disk !== undefined) {
      const given = { domain, xml: writeXml(disk), flags: LIVE };
      await whileRunning(() => host.client.call(procedures.domainDetachDevice, given, signal));
      await untilGone(site, machine, volumeId, signal);
    }
  }
  const disk = diskElementAt(definition, targetOf(definition, volumeId, idOf) ?? "");
  if (disk !== undefined)
    await host.client.call(procedures.domainDetachDevice, { domain, xml: writeXml(disk), flags: CONFIG }, signal);
  await keep(site, machine, signal);
}

async function untilGone(site: LibvirtSite, { labels }: Machine, volumeId: string, signal: AbortSignal): Promise<void> {
  const idOf = await volumeIdsOf(site, signal);
  for (const end = Date.now() + DETACH_MS; ; await delay(LOOK_AGAIN_MS, undefined, { signal })) {
    const machine = await findMachine(site, labels.vmId, signal);
    if (machine === undefined || !isOn(machine)) return;
    if (targetOf(await runOf(machine, signal), volumeId, idOf) === undefined) return;
    if (Date.now() > end) {
      throw new ProviderError(
        "provider_unavailable",
        "The VM does not give the volume back: unmount it there, or stop the VM; it is tried again in a moment.",
        { retryable: true },
      );
    }
  }
}

/** A change of a run that has ended meanwhile, or that an earlier call has begun, has nothing to do. */
async function whileRunning(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!says(error, "operationInvalid", "deviceMissing")) throw error;
  }
}

function deviceInUse(): ProviderError {
  return new ProviderError(
    "device_in_use",
    "The VM's device is still taken by another volume; try again in a moment.",
    { retryable: true },
  );
}
