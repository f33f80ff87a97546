import { isUnknown, limitsIn, rootOf } from "../instances.ts";
import type { LxdDevice, LxdInstance } from "../lxd-instance.ts";
import type { LxdSite } from "../lxd-site.ts";
import { bytesOf } from "../sizes.ts";
import { CONTENT, type LxdVolume } from "../volumes/stored-volume.ts";
import { usersOf } from "../volumes/volume-attachments.ts";
import type { LxdMachine } from "./lxd-machine.ts";

/** The surroundings of a machine, as far as they decide about its adoption. */
export interface Surroundings {
  readonly site: LxdSite;
  /** Whether other projects share the profiles or the volumes of the site's project. */
  readonly profilesShared: boolean;
  /** The volumes without labels, by name. */
  readonly strangers: ReadonlyMap<string, LxdVolume>;
}

const KINDS = { container: "container", "virtual-machine": "virtual machine" } as const;

/** Sentences that say why a machine cannot become the instance of a VM. */
export function machineObstacles(machine: LxdMachine, around: Surroundings): string[] {
  const owner = ownerObstacle(machine, around);
  if (owner !== undefined) return [owner];
  if (isUnknown(machine)) return ["Its server does not answer."];
  const { site } = around;
  const { type, ephemeral, expanded_devices: devices } = machine;
  const limits = limitsIn(machine);
  const low = Object.keys(limits).filter((key) => key.startsWith("raw.") && limits[key] !== "");
  return [
    ...(type === site.instanceType
      ? []
      : [`It is a ${KINDS[type]}, and this site has ${KINDS[site.instanceType]}s only.`]),
    ...(ephemeral ? ["It is ephemeral: its server deletes it when it stops."] : []),
    ...(around.profilesShared
      ? ["Its profiles or volumes belong to another project of the server, which may change them."]
      : []),
    ...(limits["security.privileged"] === "true" ? ["It is privileged: root in it is root of the server."] : []),
    ...(low.length === 0 ? [] : [`It has low-level options of the server (${low.join(", ")}).`]),
    ...rootObstacles(machine, site),
    ...Object.entries(devices).flatMap(([name, device]) => deviceObstacle(machine, name, device, around) ?? []),
  ];
}

/** Sentences for the operator about a machine that can be adopted. */
export function machineWarnings(machine: LxdMachine): string[] {
  const limits = limitsIn(machine);
  const snapshots = machine.snapshots?.length ?? 0;
  const proxies = Object.entries(machine.expanded_devices).filter(([, { type }]) => type === "proxy");
  return [
    ...(limits["security.nesting"] === "true" ? ["It may run containers of its own (security.nesting)."] : []),
    ...(limits["security.protection.delete"] === "true"
      ? ["Its server refuses to delete it (security.protection.delete), so the VM cannot be deleted either."]
      : []),
    ...(snapshots === 0
      ? []
      : [`Its server keeps ${snapshots} snapshots of it, which Fulmar does not show; they are deleted with the VM.`]),
    ...proxies.map(([name]) => `Its device ${name} forwards a port of the server, which Fulmar does not show.`),
  ];
}

/** Sentences that say why a volume cannot be adopted with its machine. */
export function volumeObstacles(volume: LxdVolume, around: Surroundings): string[] {
  const owner = ownerObstacle(volume, around);
  if (owner !== undefined) return [owner];
  const { site } = around;
  const users = usersOf(volume);
  return [
    ...(volume.content_type === CONTENT[site.instanceType]
      ? []
      : [
          `It has the content type ${volume.content_type}, and volumes of this site have ${CONTENT[site.instanceType]}.`,
        ]),
    ...(users.length > 1 ? [`It is attached to several machines (${users.join(", ")}).`] : []),
    ...(bytesOf(volume.config.size) === 0
      ? ["It has no size, and a volume is charged by its size: set one at the server."]
      : []),
  ];
}

function ownerObstacle({ config }: Pick<LxdInstance, "config">, { site }: Surroundings): string | undefined {
  const owner = config["user.fulmar.site"];
  return owner === undefined || owner === site.siteId ? undefined : `It belongs to Fulmar's site ${owner}.`;
}

function rootObstacles(machine: LxdMachine, { pool }: LxdSite): string[] {
  const { root } = rootOf(machine);
  if (root?.type !== "disk" || root.path !== "/") return ["Its root disk is not a device named root."];
  return root.pool === pool ? [] : [`Its root disk is in the pool ${root.pool}, and this site uses ${pool}.`];
}

/** Network cards that take one of the server away from it. */
const PASSED_THROUGH = new Set(["physical", "sriov"]);

function deviceObstacle(
  machine: LxdMachine,
  name: string,
  device: LxdDevice,
  around: Surroundings,
): string | undefined {
  switch (device.type) {
    case "none":
    case "proxy":
      return undefined;
    case "nic":
      return PASSED_THROUGH.has(device.nictype ?? "")
        ? `Its device ${name} is a network card of the server.`
        : undefined;
    case "disk":
      return device.path === "/" ? undefined : diskObstacle(machine, name, device, around);
    default:
      return `Its device ${name} passes something of the server through (${device.type}).`;
  }
}

function diskObstacle(
  machine: LxdMachine,
  name: string,
  { pool, source = "" }: LxdDevice,
  around: Surroundings,
): string | undefined {
  if (pool === undefined) return `Its device ${name} is ${source} of the server.`;
  if (pool !== around.site.pool)
    return `Its volume ${source} is in the pool ${pool}, and this site uses ${around.site.pool}.`;
  if (machine.devices[name] === undefined) return `Its volume ${source} is attached by a profile.`;
  const volume = around.strangers.get(source);
  if (volume === undefined) return `Its volume ${source} is one of Fulmar's.`;
  const [obstacle] = volumeObstacles(volume, around);
  return obstacle === undefined ? undefined : `Its volume ${source} cannot be adopted. ${obstacle}`;
}
