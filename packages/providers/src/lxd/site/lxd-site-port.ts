import { z } from "zod";
import { MAKERS } from "../../ports/gpus.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import type { SiteFeature, SitePort, SiteReport } from "../../ports/site-port.ts";
import { pathOf } from "../client/lxd-client.ts";
import { followEvents } from "../client/lxd-events.ts";
import { limitsIn, nameIn, ownInstances } from "../instances.ts";
import { fromEach, type LxdSite, type Place, placeOf } from "../lxd-site.ts";
import { fabricOf } from "../network/fabric-of.ts";
import { oneAtATime } from "../network/one-at-a-time.ts";
import { bytesOf } from "../sizes.ts";
import { missingRestrictions } from "./restrictions.ts";

/** Lifecycle events that may change an instance. */
const CHANGED = /^instance-(created|deleted|paused|renamed|restarted|resumed|shutdown|started|stopped)$/;

export function lxdSitePort(site: LxdSite): SitePort {
  return {
    inspect: (signal) => inspectSite(site, signal),
    protectHost: (signal) => oneAtATime(site, signal, () => fabricOf(site).protectHost(signal)),
    async watchInstances(changed, signal) {
      // A VM's id has one underscore, after its prefix. The server's name has a dash instead.
      const report = (name: string) => changed(name.replace("-", "_"));
      await followEvents(
        site.client,
        ({ metadata: { action, source } }) => CHANGED.test(action) && report(nameIn(source)),
        signal,
      );
    },
  };
}

/** A server tells an untrusted client nothing else. */
const Trust = z.object({ auth: z.string() });
const Server = z.object({
  environment: z.object({ server: z.string(), server_version: z.string(), driver: z.string() }),
});
/** The mediated devices that a card makes, by the kernel's name of their type. */
const Mdev = z.record(
  z.string(),
  z.object({
    name: z.string().default(""),
    description: z.string().default(""),
    available: z.int().default(0),
    devices: z
      .string()
      .array()
      .nullish()
      .transform((devices) => devices ?? []),
  }),
);
const Card = z.object({
  pci_address: z.string().optional(),
  vendor_id: z.string().optional(),
  product: z.string().optional(),
  /** Of the kernel; absent without one. */
  driver: z.string().optional(),
  driver_version: z.string().optional(),
  /** What NVIDIA's driver says; absent without it. */
  nvidia: z
    .object({ model: z.string().optional(), uuid: z.string().optional(), nvrm_version: z.string().optional() })
    .nullish(),
  mdev: Mdev.nullish(),
  /** Cards with virtual functions make mediated devices of these. */
  sriov: z.object({ vfs: z.object({ mdev: Mdev.nullish() }).array().nullish() }).nullish(),
});
export type Card = z.infer<typeof Card>;

/** Servers without the API extension `resources_pci_iommu` tell no groups. */
const PciDevice = z.object({ pci_address: z.string(), iommu_group: z.int().optional() });

const Resources = z.object({
  cpu: z.object({ total: z.int() }),
  memory: z.object({ total: z.int(), used: z.int().default(0) }),
  gpu: z
    .object({
      cards: Card.array()
        .nullish()
        .transform((cards) => cards ?? []),
    })
    .default({ cards: [] }),
  pci: z
    .object({
      devices: PciDevice.array()
        .nullish()
        .transform((devices) => devices ?? []),
    })
    .default({ devices: [] }),
});
const Pool = z.object({ driver: z.string() });
const PoolResources = z.object({ space: z.object({ total: z.int(), used: z.int().default(0) }) });

const [MEBIBYTE, GIBIBYTE] = [2 ** 20, 2 ** 30];

/**
 * Describes a site. Memory counts as free when it is promised to no instance of ours, used or not. In a cluster, totals
 * cover all members that are up. CPUs and free amounts are those of the member that has the most, because an instance
 * is on one member.
 * @throws ProviderError `site_unauthorized` when the server does not trust our certificate
 */
export async function inspectSite(site: LxdSite, signal: AbortSignal): Promise<SiteReport> {
  const { auth } = await site.client.get("", Trust, signal);
  if (auth !== "trusted") {
    throw new ProviderError(
      "site_unauthorized",
      "The server answers, but does not trust our certificate: add it there (lxc config trust add).",
      {
        retryable: false,
      },
    );
  }
  const { environment } = await site.client.get("", Server, signal);
  const [hosts, disks] = [await hostsOf(site, signal), await disksOf(site, signal)];
  const hasGpus = hosts.some(({ gpus }) => gpus > 0);
  const { missing, gpusBlocked } = await missingRestrictions(site, hasGpus, signal);
  return {
    server: `${environment.server} ${environment.server_version}`,
    capacity: {
      cpus: most(hosts.map(({ cpus }) => cpus)),
      ramMb: Math.floor(sum(hosts.map(({ memory }) => memory)) / MEBIBYTE),
      freeRamMb: Math.floor(most(hosts.map(({ free }) => free)) / MEBIBYTE),
      diskGb: Math.floor(sum(disks.map(({ total }) => total)) / GIBIBYTE),
      freeDiskGb: Math.floor(most(disks.map(({ total, used }) => total - used)) / GIBIBYTE),
    },
    instanceType: site.instanceType,
    unsupported: unsupportedBy(site, hasGpus && !gpusBlocked),
    warnings: warningsOf(site, canRunVms(environment), missing),
  };
}

/** Whether a server runs virtual machines: it lists a driver only if the host supports it. */
export function canRunVms({ driver }: { readonly driver: string }): boolean {
  return driver.split(" | ").includes("qemu");
}

function warningsOf(site: LxdSite, vms: boolean, missing: readonly string[]): string[] {
  return [
    ...(missing.length === 0
      ? []
      : [
          `The project ${site.client.project} is not restricted to what its machines need (${missing.join(", ")}): ` +
            "run the check with --restrict.",
        ]),
    ...(site.instanceType === "container"
      ? [
          `VMs are containers here and share the host's kernel: ${
            vms
              ? "the server can run virtual machines, which suit customers who do not trust each other; " +
                "add it again with --instance-type virtual-machine."
              : "the server cannot run virtual machines (they need KVM and vhost_vsock), so use it for customers " +
                "whom you trust."
          }`,
        ]
      : []),
    ...(site.uplink === undefined
      ? []
      : [
          `Guests can reach the servers themselves as far as the uplink ${site.uplink} routes to them: ` +
            "keep the members' addresses and their services out of its reach (docs/lxd.md).",
        ]),
  ];
}

/** Memory in bytes, and how many GPUs there are. */
async function hostsOf(
  site: LxdSite,
  signal: AbortSignal,
): Promise<{ cpus: number; memory: number; free: number; gpus: number }[]> {
  const machines = (await ownInstances(site, signal)).filter(({ config }) => config["user.fulmar.role"] === "vm");
  const hostOf = async (place: Place, limited: AbortSignal) => {
    const { cpu, memory, gpu } = await resourcesOf(site, place, limited);
    const here = machines.filter(({ location }) => placeOf(location).target === place.target);
    const promised = sum(here.map((machine) => bytesOf(limitsIn(machine)["limits.memory"])));
    const gpus = gpu.cards.filter(({ vendor_id: vendor = "" }) => MAKERS.has(vendor)).length;
    return { cpus: cpu.total, memory: memory.total, free: memory.total - promised, gpus };
  };
  return fromEach(site, hostOf, signal);
}

/** Drivers of pools that all members share, counted once. */
const SHARED: ReadonlySet<string> = new Set(["ceph", "cephfs"]);

/** The pool's space in bytes: one part for each member, or one. */
async function disksOf(site: LxdSite, signal: AbortSignal): Promise<{ total: number; used: number }[]> {
  if (await isShared(site, signal)) return [await spaceOf(site, {}, signal)];
  return fromEach(site, (place, limited) => spaceOf(site, place, limited), signal);
}

/** What a host has: memory in bytes, and the cards of its GPUs. */
export function resourcesOf({ client }: LxdSite, place: Place, signal: AbortSignal) {
  return client.get("/resources", Resources, signal, { ...place });
}

/** The space of the pool at a host, in bytes. */
export async function spaceOf({ client, pool }: LxdSite, place: Place, signal: AbortSignal) {
  const { space } = await client.get(pathOf("storage-pools", pool, "resources"), PoolResources, signal, { ...place });
  return space;
}

/** Whether all members share the pool. */
export async function isShared({ client, pool }: LxdSite, signal: AbortSignal): Promise<boolean> {
  const { driver } = await client.get(pathOf("storage-pools", pool), Pool, signal);
  return SHARED.has(driver);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function most(numbers: readonly number[]): number {
  return Math.max(0, ...numbers);
}

/**
 * Features that the site lacks. A container has no screen, and the server shows that of a virtual machine by SPICE alone. For a virtual machine the server keeps no console log, cannot replace the init, and can
 * access files only through the running agent.
 */
function unsupportedBy({ instanceType }: LxdSite, givesGpus: boolean): SiteFeature[] {
  const missing: SiteFeature[] = [...(givesGpus ? [] : (["gpu"] as const)), "ipv6", "load_balancer", "private_dns"];
  return instanceType === "container"
    ? [...missing, "screen", "vpc_peering"]
    : ["console_log", ...missing, "rescue", "screen", "update_access", "vpc_peering"];
}
