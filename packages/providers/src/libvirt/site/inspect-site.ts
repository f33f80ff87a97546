import { procedures } from "@fulmar/libvirt-rpc";
import { OvsdbError, uuidOf } from "@fulmar/ovsdb";
import type { Host, HostCapacity, InspectedHost } from "../../ports/host-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import type { SiteReport } from "../../ports/site-port.ts";
import { type HostGpus, readHostGpus } from "../gpus/host-gpus.ts";
import { askHosts, type SiteHost, unanswered } from "../hosts/site-hosts.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { sizeOf } from "../machine/definition.ts";
import type { Machine } from "../machine/machine.ts";
import { ownMachines } from "../machine/machines.ts";
import { nameOfHost } from "../machine/placements.ts";
import { hypervisorOf } from "./hypervisor.ts";

/** The UUID of no row (RFC 9562, 5.9). */
const NIL = "00000000-0000-0000-0000-000000000000";

/** What a host has. Memory counts as free when it is promised to no machine of ours, used or not. */
async function capacityOf(
  { client }: SiteHost,
  { machines, space }: { readonly machines: readonly Machine[]; readonly space: PoolSpace },
  signal: AbortSignal,
): Promise<HostCapacity> {
  const { cpus, memoryKib } = await client.call(procedures.nodeGetInfo, undefined, signal);
  const promised = machines.reduce((total, { definition }) => total + sizeOf(definition).ramMb, 0);
  const ramMb = Number(memoryKib / 1024n);
  return {
    cpus,
    ramMb,
    freeRamMb: ramMb - promised,
    ...space,
  };
}

type PoolSpace = Pick<HostCapacity, "diskGb" | "freeDiskGb">;

/** What all hosts that answer have. */
async function capacities(site: LibvirtSite, signal: AbortSignal) {
  const machines = await ownMachines(site, signal);
  const on = (host: SiteHost) => machines.filter((machine) => machine.host === host);
  const space = await site.disks.space(signal);
  const ask = (host: SiteHost) => capacityOf(host, { machines: on(host), space }, signal);
  return askHosts(site.hosts, ask, signal);
}

/**
 * Describes a site. Memory is that of all hosts that answer; CPUs and free memory are those of the host that has the most,
 * since a machine is on one. They share their disks.
 */
export async function inspectSite(site: LibvirtSite, signal: AbortSignal): Promise<SiteReport> {
  const { told, silent } = await capacities(site, signal);
  const [first] = told;
  if (first === undefined) throw unanswered();
  const { version } = await first.host.client.call(procedures.getLibVersion, undefined, signal);
  const { type } = await hypervisorOf(site, first.host, signal);
  const hasGpus = (await gpusOfHosts(site, signal)).told.some(({ answer }) => answer.gpus.length > 0);
  // A site whose networks do not answer is down, too.
  await site.northbound.transact([{ op: "select", table: "NB_Global", where: [], columns: ["_uuid"] }], signal);
  const most = (value: (capacity: HostCapacity) => number) => Math.max(...told.map(({ answer }) => value(answer)));
  return {
    server: `libvirt ${versionText(version)}`,
    capacity: {
      ...first.answer,
      cpus: most(({ cpus }) => cpus),
      ramMb: told.reduce((total, { answer }) => total + answer.ramMb, 0),
      freeRamMb: most(({ freeRamMb }) => freeRamMb),
    },
    instanceType: "virtual-machine",
    unsupported: [
      ...(hasGpus ? [] : (["gpu"] as const)),
      "load_balancer",
      ...(site.screens === "none" ? (["screen"] as const) : []),
    ],
    warnings: [
      ...((await answersEdns(site, signal))
        ? []
        : ["OVN is older than 24.03: most images do not find the names of their VPC (docs/kvm.md)."]),
      ...(site.uplink === null ? ["Networks do not lead out: the site has no uplink (docs/kvm.md)."] : []),
      ...(type === "kvm" ? [] : ["The host has no KVM and emulates machines, which is slow: use it for trials."]),
      ...silent.map(
        ({ knownName }) => `The host ${knownName} does not answer: its VMs are out of reach (docs/kvm.md).`,
      ),
    ],
  };
}

/**
 * Whether OVN answers questions for names that are asked with EDNS. It does since the branch of 24.03, in which the table
 * of names got its options.
 */
async function answersEdns({ northbound }: LibvirtSite, signal: AbortSignal): Promise<boolean> {
  try {
    const none = [["_uuid", "==", uuidOf(NIL)]] as const;
    await northbound.transact([{ op: "select", table: "DNS", where: none, columns: ["options"] }], signal);
    return true;
  } catch (error) {
    if (error instanceof ProviderError && error.cause instanceof OvsdbError) return false;
    throw error;
  }
}

/** libvirt's number of a version: a million for the first part, a thousand for the second. */
function versionText(version: bigint): string {
  return [version / 1_000_000n, (version / 1_000n) % 1_000n, version % 1_000n].join(".");
}

/** All hosts in their order. */
export async function listHosts(site: LibvirtSite, signal: AbortSignal): Promise<Host[]> {
  const { told } = await capacities(site, signal);
  const gpusOf = new Map((await gpusOfHosts(site, signal)).told.map(({ host, answer }) => [host, answer.gpus]));
  const can = { movesLive: site.hosts.length > 1, sharedDisks: site.shared };
  const runs = { architecture: "x86_64", architectures: ["x86_64"] } as const;
  const asked = await askHosts(site.hosts, (host) => hypervisorOf(site, host, signal), signal);
  const firmwareOf = new Map(asked.told.map(({ host, answer }) => [host, answer.firmware]));
  return Promise.all(
    site.hosts.map(async (host): Promise<Host> => {
      const capacity = told.find((each) => each.host === host)?.answer;
      const gpus = gpusOf.get(host)?.map(({ address, model, uuid, slice }) => ({ address, model, uuid, slice }));
      const firmware = firmwareOf.get(host);
      if (capacity === undefined || gpus === undefined || firmware === undefined)
        return { ...can, ...NOTHING, name: host.knownName ?? "", online: false };
      return { ...can, ...runs, firmware, name: await nameOfHost(host, signal), online: true, capacity, gpus };
    }),
  );
}

/** What a silent host tells. */
const NOTHING = { architecture: null, architectures: null, firmware: null, capacity: null, gpus: null };

/** The GPUs of all hosts, and what keeps machines from them. */
export async function inspectGpus(site: LibvirtSite, signal: AbortSignal): Promise<InspectedHost[]> {
  const { told } = await gpusOfHosts(site, signal);
  return Promise.all(
    site.hosts.map(async (host): Promise<InspectedHost> => {
      const answer = told.find((each) => each.host === host)?.answer;
      if (answer === undefined) return { name: host.knownName ?? "", online: false, gpus: null, notes: [] };
      const gpus = answer.gpus.map(({ functions: _, ...gpu }) => gpu);
      return { name: await nameOfHost(host, signal), online: true, gpus, notes: answer.notes };
    }),
  );
}

function gpusOfHosts(site: LibvirtSite, signal: AbortSignal) {
  return askHosts<HostGpus>(site.hosts, ({ client }) => readHostGpus(client, signal), signal);
}
