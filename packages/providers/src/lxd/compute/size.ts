import type { InstanceSize } from "../../ports/compute-port.ts";
import { machineOf, patchInstance, rootOf } from "../instances.ts";
import { PLAN } from "../labels.ts";
import { type LxdSite, placeOf } from "../lxd-site.ts";
import { bytesOf, gibibytes } from "../sizes.ts";
import { gpuPartsOf, withoutGpus } from "./gpus.ts";
import { limitsOf } from "./instance-life.ts";

const GIBIBYTE = 2 ** 30;

export async function resizeInstance(
  site: LxdSite,
  vmId: string,
  size: InstanceSize,
  signal: AbortSignal,
): Promise<void> {
  const machine = await machineOf(site, vmId, signal);
  const [before, after] = [
    withoutGpus(machine),
    await gpuPartsOf(site, machine.name, size, placeOf(machine.location), signal),
  ];
  const config = { ...before.config, ...limitsOf(site, size), [PLAN]: size.planId, ...after.config };
  await patchInstance(site, machine.name, { config, devices: { ...before.devices, ...after.devices } }, signal);
}

export function growRootDisk(site: LxdSite, vmId: string, diskGb: number, signal: AbortSignal): Promise<void> {
  return sizeRootDisk(site, vmId, (presentGb) => Math.max(presentGb, diskGb), signal);
}

export function revertRootDisk(site: LxdSite, vmId: string, diskGb: number, signal: AbortSignal): Promise<void> {
  return sizeRootDisk(site, vmId, (presentGb) => Math.min(presentGb, diskGb), signal);
}

async function sizeRootDisk(
  site: LxdSite,
  vmId: string,
  sizeOf: (presentGb: number) => number,
  signal: AbortSignal,
): Promise<void> {
  const machine = await machineOf(site, vmId, signal);
  const { root } = rootOf(machine);
  const presentGb = diskGbOf(root);
  const diskGb = sizeOf(presentGb);
  if (diskGb !== presentGb)
    await patchInstance(site, machine.name, { devices: { root: { ...root, size: gibibytes(diskGb) } } }, signal);
}

/** The size of a root disk in GB. */
export function diskGbOf(root: Readonly<Record<string, string>> | undefined): number {
  return Math.round(bytesOf(root?.size) / GIBIBYTE);
}
