import { posix } from "node:path";
import { procedures } from "@fulmar/libvirt-rpc";
import { z } from "zod";
import type { StrangerMachine, Strangers, StrangerVolume } from "../../ports/adoption-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import { askHosts } from "../hosts/site-hosts.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { askAgent } from "../machine/agent.ts";
import { hasAgent, sizeOf } from "../machine/definition.ts";
import { isOn } from "../machine/machine.ts";
import { nameOfHost } from "../machine/placements.ts";
import { ofDomains, runOf } from "../machine/read-machine.ts";
import { STATISTICS, sumOf } from "../machine/statistics.ts";
import { usersIn } from "../machine/usage.ts";
import type { StoredDisk } from "../storage/disks.ts";
import { filesIn, folderOf, refresh } from "../storage/pool.ts";
import { recordOf } from "../storage/records.ts";
import { volumeIdOf } from "../volumes/stored-volume.ts";
import { volumeIdsOf } from "../volumes/volume-paths.ts";
import { find, textAt } from "../xml/xml-document.ts";
import { machineObstacles, machineWarnings, type Surroundings, volumeObstacles } from "./obstacles.ts";
import { disksOfStranger, type HostMachine, isRoot, readHostMachine, type StrangersDisk } from "./stranger.ts";

/** virConnectListAllDomainsFlags */
const [TRANSIENT, SAVED, WITH_SNAPSHOTS] = [8, 256, 4096];

/** All machines of the hosts that answer, ours or not. */
export async function allMachines(site: LibvirtSite, signal: AbortSignal): Promise<HostMachine[]> {
  const read = (host: LibvirtSite["hosts"][number]) =>
    ofDomains(host, (domain) => readHostMachine(host, domain, signal), signal);
  return (await askHosts(site.hosts, read, signal)).told.flatMap(({ answer }) => answer);
}

/** The machines of the hosts that no site of Fulmar has labeled, and the disks that they have besides their root disks. */
export async function findStrangers(
  site: LibvirtSite,
  unfinished: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Strangers> {
  // Whoever made a machine may have put its disk there by hand.
  await refresh(site, signal);
  const all = await allMachines(site, signal);
  const strangers = all.filter(
    ({ labels }) => labels === undefined || labels.siteId !== site.siteId || unfinished.has(labels.vmId),
  );
  const around = await surroundingsOf(site, { all, strangers, unfinished }, signal);
  const traffic = await trafficOf(site, signal);
  const machines = await Promise.all(
    onceByName(strangers).map(async (machine): Promise<StrangerMachine> => {
      const { name } = machine.domain;
      const sameName = strangers.filter(({ domain }) => domain.name === name);
      const disks = disksOfStranger(machine.definition);
      const root = disks.find(isRoot);
      return {
        name,
        type: "virtual-machine",
        power: isOn(machine) ? "running" : "stopped",
        ...sizeOf(machine.definition),
        diskGb: root === undefined ? null : gigabytesOf(root, around),
        addresses: await addressesOf(machine, signal),
        image: imageOf(machine),
        ...(traffic.get(name) ?? { rxBytes: 0n, txBytes: 0n }),
        hosts: await Promise.all(sameName.map(({ host }) => nameOfHost(host, signal))),
        volumes: disks.filter((disk) => !isRoot(disk)).map((disk) => disk.name),
        obstacles: machineObstacles(machine, around),
        warnings: machineWarnings(machine),
      };
    }),
  );
  return { machines: machines.toSorted(byName), volumes: volumesOf(strangers, around).toSorted(byName) };
}

/** Machines are known by their names. Two hosts may have machines of one name, of which none can be adopted then. */
function onceByName(machines: readonly HostMachine[]): HostMachine[] {
  return [...new Map(machines.map((machine) => [machine.domain.name, machine])).values()];
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}

async function surroundingsOf(
  site: LibvirtSite,
  found: {
    readonly all: readonly HostMachine[];
    readonly strangers: readonly HostMachine[];
    readonly unfinished: ReadonlySet<string>;
  },
  signal: AbortSignal,
): Promise<Surroundings> {
  const { all, strangers, unfinished } = found;
  const namesOf = async (flags: number) => {
    const { told } = await askHosts(
      site.hosts,
      ({ client }) => client.call(procedures.listAllDomains, { wanted: 1, flags }, signal),
      signal,
    );
    return new Set(told.flatMap(({ answer }) => answer.domains.map(({ name }) => name)));
  };
  const names = all.map(({ domain }) => domain.name);
  const paths = strangers.flatMap(({ definition }) => disksOfStranger(definition).flatMap(({ path }) => path ?? []));
  const idOf = await volumeIdsOf(site, signal);
  const recorded = new Set((await filesIn(site, signal)).flatMap(({ name }) => volumeIdOf(recordOf(name) ?? "") ?? []));
  const isOurs = (path: string) => {
    const volumeId = idOf(path);
    return volumeId !== undefined && recorded.has(volumeId) && !unfinished.has(volumeId);
  };
  const sizes = await Promise.all(
    paths.map(async (path) => {
      const disk = await site.disks.find(path, signal);
      return disk === undefined ? [] : [[path, await site.disks.capacityOf(disk, signal)] as const];
    }),
  );
  return {
    siteId: site.siteId,
    transient: await namesOf(TRANSIENT),
    saved: await namesOf(SAVED),
    withSnapshots: await namesOf(WITH_SNAPSHOTS),
    onSeveralHosts: new Set(names.filter((name, index) => names.indexOf(name) !== index)),
    users: usersIn(all),
    inCeph: site.ceph !== null,
    sharedFolder: site.shared ? await folderOf(site, signal) : null,
    outside: site.shared ? await outsideOf(site, paths, signal) : new Set(),
    sizes: new Map(sizes.flat()),
    ours: new Set(paths.filter(isOurs)),
  };
}

/** Those of these disks that are not in the folder which hosts share, or stand on others. */
async function outsideOf(site: LibvirtSite, paths: readonly string[], signal: AbortSignal): Promise<Set<string>> {
  const folder = await folderOf(site, signal);
  const isOutside = async (path: string): Promise<boolean> => {
    const on = new Set<string>();
    for (let next: string | undefined = path; next !== undefined; ) {
      if (posix.dirname(next) !== folder || on.has(next)) return true;
      on.add(next);
      const disk: StoredDisk | undefined = await site.disks.find(next, signal);
      next = disk && (await site.disks.imageUnder(disk, signal));
    }
    return false;
  };
  const outside = await Promise.all(paths.map(async (path) => ((await isOutside(path)) ? [path] : [])));
  return new Set(outside.flat());
}

const GIBIBYTE = 2n ** 30n;

/** A size in GB. One in between counts as the next, so that no copy of the disk is ever cut to it. */
function gigabytesOf({ path }: StrangersDisk, { sizes }: Surroundings): number | null {
  const size = path === undefined ? undefined : sizes.get(path);
  return size === undefined ? null : Math.max(1, Number((size + GIBIBYTE - 1n) / GIBIBYTE));
}

function volumesOf(machines: readonly HostMachine[], around: Surroundings): StrangerVolume[] {
  const disks = machines.flatMap(({ definition }) => disksOfStranger(definition).filter((disk) => !isRoot(disk)));
  const names = disks.map(({ name }) => name);
  return disks
    .filter(({ name }, index) => names.indexOf(name) === index)
    .map((disk) => ({
      name: disk.name,
      sizeGb: gigabytesOf(disk, around),
      machines: machines
        .filter(({ definition }) => disksOfStranger(definition).some(({ name }) => name === disk.name))
        .map(({ domain }) => domain.name),
      obstacles: volumeObstacles(disk, around),
    }));
}

/** The counters of network cards by the names of machines. */
async function trafficOf(site: LibvirtSite, signal: AbortSignal) {
  const asked = { domains: [], stats: STATISTICS.cards, flags: 0 };
  const { told } = await askHosts(
    site.hosts,
    ({ client }) => client.call(procedures.getAllDomainStats, asked, signal),
    signal,
  );
  const statistics = told.flatMap(({ answer }) => answer.statistics);
  return new Map(
    statistics.map(({ domain, parameters }) => {
      const values = new Map(parameters.map(({ name, typed }) => [name, typed.value]));
      const [rxBytes, txBytes] = [/^net\.\d+\.rx\.bytes$/, /^net\.\d+\.tx\.bytes$/].map((name) => sumOf(values, name));
      return [domain.name, { rxBytes: rxBytes ?? 0n, txBytes: txBytes ?? 0n }] as const;
    }),
  );
}

const Interfaces = z.object({
  return: z.array(
    z.object({
      name: z.string(),
      "ip-addresses": z.array(z.object({ "ip-address": z.string(), "ip-address-type": z.string() })).default([]),
    }),
  ),
});

/** The IPv4 addresses that the guest's agent tells. None where it does not answer. */
export async function addressesOf(
  machine: Pick<HostMachine, "host" | "domain">,
  signal: AbortSignal,
): Promise<string[]> {
  if (!isOn(machine)) return [];
  try {
    if (!hasAgent(await runOf(machine, signal))) return [];
    const answer = await askAgent(machine, { execute: "guest-network-get-interfaces" }, signal);
    return (Interfaces.safeParse(answer).data?.return ?? [])
      .flatMap((card) => card["ip-addresses"])
      .filter((each) => each["ip-address-type"] === "ipv4" && !/^(127|169\.254)\./.test(each["ip-address"]))
      .map((each) => each["ip-address"]);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProviderError) return [];
    throw error;
  }
}

/** What virt-install notes of the system, or what somebody wrote about the machine. */
function imageOf({ definition }: HostMachine): string | null {
  const system = find(definition, "metadata", "libosinfo:libosinfo", "libosinfo:os")?.attributes.get("id");
  return system ?? textAt(definition, "title") ?? textAt(definition, "description") ?? null;
}
