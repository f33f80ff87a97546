import { z } from "zod";
import type { StrangerMachine, Strangers, StrangerVolume } from "../../ports/adoption-port.ts";
import { pathOf } from "../client/lxd-client.ts";
import { trafficOf } from "../compute/lxd-compute.ts";
import { isOn, limitsIn, rootOf } from "../instances.ts";
import type { LxdInstance } from "../lxd-instance.ts";
import type { LxdSite } from "../lxd-site.ts";
import { bytesOf, cpusOf } from "../sizes.ts";
import { LxdVolume, pathOfVolumes } from "../volumes/stored-volume.ts";
import { usersOf } from "../volumes/volume-attachments.ts";
import { LxdMachine } from "./lxd-machine.ts";
import { machineObstacles, machineWarnings, type Surroundings, volumeObstacles } from "./obstacles.ts";

const Project = z.object({ config: z.record(z.string(), z.string()) });

/** The instances and custom volumes of the project that no site of Fulmar has labeled. */
export async function findStrangers(
  site: LxdSite,
  unfinished: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Strangers> {
  const { client } = site;
  const machines = await client.get("/instances", LxdMachine.array(), signal, { recursion: 2 });
  const all = await client.get(pathOfVolumes(site), LxdVolume.array(), signal, { recursion: 1 });
  const volumes = all.filter(({ name }) => !name.includes("/"));
  const isStranger = ({ config }: Pick<LxdInstance, "config">) => {
    const { "user.fulmar.site": owner, "user.fulmar.id": id } = config;
    return owner !== site.siteId || (id !== undefined && unfinished.has(id));
  };
  const around: Surroundings = {
    site,
    profilesShared: await sharesProfiles(site, signal),
    strangers: new Map(volumes.filter(isStranger).map((volume) => [volume.name, volume])),
  };
  return {
    machines: machines
      .filter(isStranger)
      .map((machine) => toMachine(machine, around))
      .toSorted(byName),
    volumes: [...around.strangers.values()].map((volume) => toVolume(volume, around)).toSorted(byName),
  };
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}

/** A project may leave its profiles and volumes to the default project, where other projects share them. */
async function sharesProfiles({ client }: LxdSite, signal: AbortSignal): Promise<boolean> {
  if (client.project === "default") return false;
  const { config } = await client.get(pathOf("projects", client.project), Project, signal);
  return config["features.profiles"] !== "true" || config["features.storage.volumes"] !== "true";
}

const [MEBIBYTE, GIBIBYTE] = [2 ** 20, 2 ** 30];
/** The server's sizes for a virtual machine without limits. */
const VIRTUAL = { cpu: 1, ramMb: 1024, diskGb: 10 };
const CONTAINER = { cpu: null, ramMb: null, diskGb: null };

function toMachine(machine: LxdMachine, around: Surroundings): StrangerMachine {
  const { name, type, description, location } = machine;
  const limits = limitsIn(machine);
  const unlimited = type === "virtual-machine" ? VIRTUAL : CONTAINER;
  const ramMb = Math.round(bytesOf(limits["limits.memory"]) / MEBIBYTE);
  return {
    name,
    type,
    power: isOn(machine) ? "running" : "stopped",
    cpu: cpusOf(limits["limits.cpu"]) || unlimited.cpu,
    ramMb: ramMb || unlimited.ramMb,
    diskGb: gigabytesOf(rootOf(machine).root?.size) ?? unlimited.diskGb,
    addresses: addressesOf(machine),
    ...trafficOf(Object.values(machine.state?.network ?? {})),
    hosts: location === "none" ? [] : [location],
    image: machine.config["image.description"] || description || null,
    volumes: disksOf(machine).flatMap(({ source = "" }) => (around.strangers.has(source) ? [source] : [])),
    obstacles: machineObstacles(machine, around),
    warnings: machineWarnings(machine),
  };
}

function toVolume(volume: LxdVolume, around: Surroundings): StrangerVolume {
  const sizeGb = gigabytesOf(volume.config.size);
  return { name: volume.name, sizeGb, machines: usersOf(volume), obstacles: volumeObstacles(volume, around) };
}

/** A size in GB, at least one; null without a size. */
function gigabytesOf(size: string | undefined): number | null {
  const bytes = bytesOf(size);
  return bytes === 0 ? null : Math.max(1, Math.round(bytes / GIBIBYTE));
}

/** The disks of an instance besides its root disk, as its own devices. */
function disksOf({ devices }: Pick<LxdInstance, "devices">): LxdInstance["devices"][string][] {
  return Object.values(devices).filter(({ type, path, pool }) => type === "disk" && path !== "/" && pool !== undefined);
}

/** The global IPv4 addresses of the NICs, eth0 first. A stopped instance has those that its devices fix. */
function addressesOf({ state, expanded_devices: devices }: LxdMachine): string[] {
  const cards = Object.entries(state?.network ?? {}).filter(([, { type }]) => type !== "loopback");
  const here = cards
    .toSorted(([one], [other]) => Number(other === "eth0") - Number(one === "eth0"))
    .flatMap(([, { addresses }]) => addresses)
    .flatMap(({ family, scope, address }) => (family === "inet" && scope === "global" ? [address] : []));
  const fixed = Object.values(devices).flatMap((device) => (device.type === "nic" && device["ipv4.address"]) || []);
  return here.length > 0 ? here : fixed;
}
