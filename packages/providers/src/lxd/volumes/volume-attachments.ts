import { posix } from "node:path";
import { ProviderError } from "../../ports/provider-error.ts";
import type { VolumeTarget } from "../../ports/volume-port.ts";
import { findInstance, findMachine, machineOf, nameIn, patchInstance, pathOfInstance } from "../instances.ts";
import { DEVICE, lxdName } from "../labels.ts";
import type { LxdDevice, LxdInstance } from "../lxd-instance.ts";
import type { LxdSite } from "../lxd-site.ts";
import { findVolume, isNew, type LxdVolume, markUsed } from "./stored-volume.ts";
import { volumeBeside } from "./volume-beside.ts";

/** A container mounts a volume in this folder, under the last part of its device path. */
const MOUNTS = "/mnt";

/**
 * The path in the guest, such as `/dev/vdb`; null for an attachment from before devices stored it that is not a folder.
 * The label of an adopted volume has it, whose device is as somebody made it.
 */
export function devicePathOf({ [DEVICE]: devicePath, path }: LxdDevice, volume: LxdVolume): string | null {
  return devicePath ?? volume.config[DEVICE] ?? (path === undefined ? null : posix.join("/dev", posix.basename(path)));
}

/** The name of the device by which an instance has a volume. */
export function deviceOf({ devices }: Pick<LxdInstance, "devices">, volume: string): string | undefined {
  return Object.entries(devices).find(([, { type, source }]) => type === "disk" && source === volume)?.[0];
}

export async function attachVolume(
  site: LxdSite,
  volumeId: string,
  { vmId, devicePath }: VolumeTarget,
  signal: AbortSignal,
): Promise<void> {
  const machine = await machineOf(site, vmId, signal);
  const present = await findVolume(site, volumeId, signal);
  if (present !== undefined && usersOf(present).some((name) => name !== machine.name)) {
    throw new ProviderError(
      "volume_in_use",
      "The provider has this volume attached to another instance; detach it there first.",
      { retryable: false },
    );
  }
  if (present !== undefined && deviceOf(machine, present.name) !== undefined) return;
  const path = posix.join(MOUNTS, posix.basename(devicePath));
  if (Object.values(machine.devices).some((device) => device.path === path)) {
    throw new ProviderError(
      "device_in_use",
      "The VM's device is still taken by another volume; try again in a moment.",
      { retryable: true },
    );
  }
  const volume = await volumeBeside(site, machine, volumeId, present, signal);
  if (isNew(volume)) await markUsed(site, volume, signal);
  const disk = { type: "disk", pool: site.pool, source: volume.name, [DEVICE]: devicePath };
  await patchInstance(
    site,
    machine.name,
    { devices: { [lxdName(volumeId)]: volume.content_type === "filesystem" ? { ...disk, path } : disk } },
    signal,
  );
}

export async function detachVolume(site: LxdSite, volumeId: string, vmId: string, signal: AbortSignal): Promise<void> {
  const source = (await findVolume(site, volumeId, signal))?.name ?? lxdName(volumeId);
  const machine = await findMachine(site, vmId, signal);
  if (machine !== undefined) await withoutVolume(site, machine, source, signal);
}

export async function detachFromAll(site: LxdSite, volume: LxdVolume, signal: AbortSignal): Promise<void> {
  for (const name of usersOf(volume)) {
    const instance = await findInstance(site, name, signal);
    if (instance !== undefined) await withoutVolume(site, instance, volume.name, signal);
  }
}

/** The names of the instances that use a volume. */
export function usersOf({ used_by }: LxdVolume): string[] {
  return (used_by ?? []).filter((url) => url.startsWith("/1.0/instances/")).map(nameIn);
}

/** Only one operation at a time changes an instance, so no device is added between reading and writing. */
async function withoutVolume(site: LxdSite, instance: LxdInstance, volume: string, signal: AbortSignal): Promise<void> {
  const device = deviceOf(instance, volume);
  if (device === undefined) return;
  const { [device]: _, ...devices } = instance.devices;
  await replaceDevices(site, instance, devices, signal);
}

async function replaceDevices(
  { client }: LxdSite,
  { name, config, profiles }: LxdInstance,
  devices: LxdInstance["devices"],
  signal: AbortSignal,
) {
  await client.change("PUT", pathOfInstance(name), { config, profiles: profiles ?? [], devices }, signal);
}
