import { procedures } from "@fulmar/libvirt-rpc";
import type { Host } from "../../ports/host-port.ts";
import type { SiteReport } from "../../ports/site-port.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { sizeOf } from "../machine/definition.ts";
import { ownMachines } from "../machine/machines.ts";
import { inGibibytes, poolOf } from "../storage/pool.ts";
import { hypervisorOf } from "./hypervisor.ts";

/** Memory counts as free when it is promised to no machine of ours, used or not. */
async function capacityOf(site: LibvirtSite, signal: AbortSignal) {
  const { cpus, memoryKib } = await site.client.call(procedures.nodeGetInfo, undefined, signal);
  const pool = await poolOf(site, signal);
  const { capacity, available } = await site.client.call(procedures.poolGetInfo, { pool }, signal);
  const promised = (await ownMachines(site, signal)).reduce(
    (total, { definition }) => total + sizeOf(definition).ramMb,
    0,
  );
  const ramMb = Number(memoryKib / 1024n);
  return {
    cpus,
    ramMb,
    freeRamMb: ramMb - promised,
    diskGb: inGibibytes(capacity),
    freeDiskGb: inGibibytes(available),
  };
}

/** Describes a site of one host. */
export async function inspectSite(site: LibvirtSite, signal: AbortSignal): Promise<SiteReport> {
  const { version } = await site.client.call(procedures.getLibVersion, undefined, signal);
  const { type } = await hypervisorOf(site, signal);
  // A site whose networks do not answer is down, too.
  await site.northbound.transact([{ op: "select", table: "NB_Global", where: [], columns: ["_uuid"] }], signal);
  return {
    server: `libvirt ${versionText(version)}`,
    capacity: await capacityOf(site, signal),
    instanceType: "virtual-machine",
    unsupported: ["gpu", "load_balancer", ...(site.screens === "none" ? (["screen"] as const) : [])],
    warnings: [
      ...(site.uplink === null ? ["Networks do not lead out: the site has no uplink (docs/kvm.md)."] : []),
      ...(type === "kvm" ? [] : ["The host has no KVM and emulates machines, which is slow: use it for trials."]),
    ],
  };
}

/** libvirt's number of a version: a million for the first part, a thousand for the second. */
function versionText(version: bigint): string {
  return [version / 1_000_000n, (version / 1_000n) % 1_000n, version % 1_000n].join(".");
}

/** The one host. */
export async function listHosts(site: LibvirtSite, signal: AbortSignal): Promise<Host[]> {
  const { hostname: name } = await site.client.call(procedures.getHostname, undefined, signal);
  const capacity = await capacityOf(site, signal);
  const runs = { architecture: "x86_64", architectures: ["x86_64"], firmware: ["bios"] } as const;
  return [{ name, online: true, ...runs, movesLive: false, sharedDisks: false, capacity, gpus: null }];
}
