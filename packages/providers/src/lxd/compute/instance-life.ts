import type { DiskOfBackup, InstanceSize, InstanceSpec } from "../../ports/compute-port.ts";
import { ProviderError, recoveryPointNotFound } from "../../ports/provider-error.ts";
import { forgetIdentity } from "../images/forget-identity.ts";
import { createOnce, findInstance, findMachine, isOn, machineOf, ownInstances, removeInstance } from "../instances.ts";
import { labelsOf, lxdName, MACHINE, NAME, PLAN, recordLabels } from "../labels.ts";
import type { LxdDevice, LxdInstance } from "../lxd-instance.ts";
import { isCluster, type LxdSite } from "../lxd-site.ts";
import { ensureInstanceNetwork, removeInstanceNetwork, removeReleasedNetworks } from "../network/instances.ts";
import { gibibytes, mebibytes } from "../sizes.ts";
import { without } from "./swap-root.ts";

export async function createInstance(
  site: LxdSite,
  vmId: string,
  spec: InstanceSpec,
  signal: AbortSignal,
): Promise<void> {
  if (spec.gpuCount > 0) {
    throw new ProviderError("unsupported_by_site", "This site has no GPUs; create the VM at another site.", {
      retryable: false,
    });
  }
  await ensureInstanceNetwork(site, vmId, signal);
  const chosen = spec.host != null && (await isCluster(site.client, signal)) ? { location: spec.host } : undefined;
  if (spec.backup != null) return createOfBackup(site, vmId, { ...spec, backup: spec.backup }, chosen, signal);
  await createOnce(site, lxdName(vmId), newInstance(site, vmId, spec), signal, chosen);
}

/** Creates an instance as a copy of a backup, without what tells the machine that was from others. */
async function createOfBackup(
  site: LxdSite,
  vmId: string,
  spec: InstanceSpec & { readonly backup: DiskOfBackup },
  chosen: Pick<LxdInstance, "location"> | undefined,
  signal: AbortSignal,
): Promise<void> {
  const name = lxdName(vmId);
  const { backupId, vmId: backedUp } = spec.backup;
  const copy = await findInstance(site, lxdName(backupId), signal);
  if (copy === undefined || copy.config["user.fulmar.vm"] !== backedUp) throw recoveryPointNotFound("backup");
  const { config, devices, ...created } = newInstance(site, vmId, spec);
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

/** The keys that another machine must not have of the one that was backed up: ours, and those of its first boot. */
function cleared(config: LxdInstance["config"]): Record<string, string> {
  const others = Object.keys(config).filter((key) => /^(user\.|cloud-init\.)/.test(key));
  return Object.fromEntries(others.map((key) => [key, ""]));
}

/** The server writes the image when it creates the instance, so this only checks that the instance exists. */
export async function provisionInstance(site: LxdSite, vmId: string, signal: AbortSignal): Promise<void> {
  await machineOf(site, vmId, signal);
}

/** Deletes an instance with its snapshots and everything set aside for it. Its backups stay. */
export async function deleteInstance(site: LxdSite, vmId: string, signal: AbortSignal): Promise<void> {
  const adopted = await adoptedMachine(site, vmId, signal);
  await removeInstance(site, lxdName(vmId), signal);
  for (const { name, config } of await ownInstances(site, signal)) {
    const isAside = config["user.fulmar.id"] === vmId;
    const isSnapshot = config["user.fulmar.role"] === "snapshot" && config["user.fulmar.vm"] === vmId;
    if (isAside || isSnapshot) await removeInstance(site, name, signal);
  }
  await removeReleasedNetworks(site, adopted?.profiles ?? [], signal);
  await removeInstanceNetwork(site, vmId, signal);
}

async function adoptedMachine(site: LxdSite, vmId: string, signal: AbortSignal): Promise<LxdInstance | undefined> {
  const machine = await findMachine(site, vmId, signal);
  return machine?.config[MACHINE] === undefined ? undefined : machine;
}

/** The single request that creates an instance. Its NICs come from the profile of the same name. */
export function newInstance(site: LxdSite, vmId: string, spec: InstanceSpec) {
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
      // The socket in the guest shows any of its users our labels and the user data.
      "security.devlxd": "false",
    },
    devices: { root: rootDisk(site.pool, spec.diskGb) },
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
