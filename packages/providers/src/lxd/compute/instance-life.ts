import type { DiskOfPoint, InstanceSize, InstanceSpec } from "../../ports/compute-port.ts";
import { recoveryPointNotFound } from "../../ports/provider-error.ts";
import { forgetIdentity } from "../images/forget-identity.ts";
import { createOnce, findInstance, findMachine, isOn, machineOf, ownInstances, removeInstance } from "../instances.ts";
import { labelsOf, lxdName, MACHINE, NAME, PLAN, recordLabels } from "../labels.ts";
import type { LxdDevice, LxdInstance } from "../lxd-instance.ts";
import { isCluster, type LxdSite, placeOf } from "../lxd-site.ts";
import { ensureInstanceNetwork, removeInstanceNetwork, removeReleasedNetworks } from "../network/instances.ts";
import { gibibytes, mebibytes } from "../sizes.ts";
import { bootedBy } from "./firmware.ts";
import { type GpuParts, gpuPartsOf } from "./gpus.ts";
import { without } from "./swap-root.ts";

export async function createInstance(
  site: LxdSite,
  vmId: string,
  spec: InstanceSpec,
  signal: AbortSignal,
): Promise<void> {
  const name = lxdName(vmId);
  const chosen = spec.host != null && (await isCluster(site.client, signal)) ? { location: spec.host } : undefined;
  const gpus = await gpuPartsOf(site, name, spec, placeOf(chosen?.location), signal);
  await ensureInstanceNetwork(site, vmId, signal);
  const instance = newInstance(site, vmId, spec, gpus);
  if (spec.point == null) await createOnce(site, name, instance, signal, chosen);
  else await createOfPoint(site, vmId, spec.point, instance, { chosen, signal });
}

/** Creates an instance as a copy of a snapshot or a backup, without what tells the machine that was from others. */
async function createOfPoint(
  site: LxdSite,
  vmId: string,
  { kind, pointId, vmId: captured }: DiskOfPoint,
  { config, devices, ...created }: ReturnType<typeof newInstance>,
  { chosen, signal }: { readonly chosen: Pick<LxdInstance, "location"> | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const name = lxdName(vmId);
  const copy = await findInstance(site, lxdName(pointId), signal);
  if (copy === undefined || copy.config["user.fulmar.vm"] !== captured) throw recoveryPointNotFound(kind);
  const body = {
    ...created,
    architecture: copy.architecture,
    // A copy inherits all keys that are not set here.
    config: { ...cleared(copy.config), ...config },
    devices: { ...without(copy.devices), ...devices },
    source: { type: "copy", source: copy.name, instance_only: true, container_only: true },
  };
  await createOnce(site, name, body, signal, chosen ?? copy);
  const machine = await machineOf(site, vmId, signal);
  if (!isOn(machine)) await forgetIdentity(site, name, signal);
}

/** The keys that another machine must not have of the one that was captured: ours, of its first boot, of its GPUs. */
function cleared(config: LxdInstance["config"]): Record<string, string> {
  const others = Object.keys(config).filter((key) => /^(user\.|cloud-init\.|nvidia\.)/.test(key));
  return Object.fromEntries(others.map((key) => [key, ""]));
}

/** The server writes the image when it creates the instance, so this only checks that the instance exists. */
export async function provisionInstance(site: LxdSite, vmId: string, signal: AbortSignal): Promise<void> {
  await machineOf(site, vmId, signal);
}

/** Deletes an instance and everything set aside for it. Its snapshots and backups, which are instances too, stay. */
export async function deleteInstance(site: LxdSite, vmId: string, signal: AbortSignal): Promise<void> {
  const adopted = await adoptedMachine(site, vmId, signal);
  await removeInstance(site, lxdName(vmId), signal);
  for (const { name, config } of await ownInstances(site, signal)) {
    if (config["user.fulmar.id"] === vmId) await removeInstance(site, name, signal);
  }
  await removeReleasedNetworks(site, adopted?.profiles ?? [], signal);
  await removeInstanceNetwork(site, vmId, signal);
}

async function adoptedMachine(site: LxdSite, vmId: string, signal: AbortSignal): Promise<LxdInstance | undefined> {
  const machine = await findMachine(site, vmId, signal);
  return machine?.config[MACHINE] === undefined ? undefined : machine;
}

/** The single request that creates an instance. Its NICs come from the profile of the same name. */
export function newInstance(site: LxdSite, vmId: string, spec: InstanceSpec, gpus: GpuParts) {
  return {
    type: site.instanceType,
    profiles: [lxdName(vmId)],
    source: { type: "image", alias: spec.templateId },
    config: {
      ...labelsOf(site, "vm", vmId),
      ...wordsOf(spec),
      ...recordLabels(spec.record),
      [PLAN]: spec.planId,
      ...limitsOf(site, spec),
      ...apart(site),
      ...bootedBy(site, spec.firmware ?? null),
      // The socket in the guest shows any of its users our labels and the user data.
      "security.devlxd": "false",
      ...gpus.config,
    },
    devices: { root: rootDisk(site.pool, spec.diskGb), ...gpus.devices },
  };
}

/**
 * Gives each container its own range of user ids, so that a process that escapes has no rights in other containers or
 * on the host.
 */
function apart({ instanceType }: LxdSite): Record<string, string> {
  return instanceType === "container" ? { "security.idmap.isolated": "true" } : {};
}

/** For people who look at the server: the owner's name for the instance, and its image. */
function wordsOf({ name, tags, templateId }: InstanceSpec) {
  return { "user.fulmar.template": templateId, [NAME]: name, "user.fulmar.tags": tags.join(",") };
}

/** Containers share the host's kernel. Without a limit, one container could use up all process ids. */
const PROCESSES_PER_CPU = 4_096;

export function limitsOf(
  { instanceType }: Pick<LxdSite, "instanceType">,
  { cpu, ramMb }: Pick<InstanceSize, "cpu" | "ramMb">,
): Record<string, string> {
  const limits = { "limits.cpu": String(cpu), "limits.memory": mebibytes(ramMb) };
  return instanceType === "container" ? { ...limits, "limits.processes": String(PROCESSES_PER_CPU * cpu) } : limits;
}

function rootDisk(pool: string, diskGb: number): LxdDevice {
  return { type: "disk", path: "/", pool, size: gibibytes(diskGb) };
}
