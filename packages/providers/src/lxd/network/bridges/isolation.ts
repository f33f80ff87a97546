import { isDeepStrictEqual } from "node:util";
import { lxdName } from "../../labels.ts";
import type { LxdSite } from "../../lxd-site.ts";
import { type AclRule, putAcl } from "../filters.ts";
import { hostAddresses } from "../host-addresses.ts";
import { cidrOf, outermost, rangeOf } from "../network-ranges.ts";
import { managedNetworks, type SubnetNetwork, subnetNetworks } from "../subnet-networks.ts";
import { besideMetadata, type MetadataTarget, metadataTarget } from "./metadata-way.ts";

/** The ACL that isolates a VPC from others; every bridge of the VPC has it. */
export function isolationAclOf(vpcId: string): string {
  return lxdName(vpcId);
}

/** The same for the instances that are in no VPC. */
export function siteAclOf({ siteId }: LxdSite): string {
  return lxdName(siteId);
}

/**
 * Isolates VPCs: a host routes between its bridges, so each VPC drops traffic from and to the networks of the others.
 * Each also drops traffic to the host itself, whose gateway addresses are next to every guest, and to link-local
 * addresses, such as the metadata service of the cloud that the host runs in. Where the site has a metadata server of
 * ours, its port alone can be reached (docs/adr/0146). The server's own rules come first: they let DHCP and DNS pass.
 * Reads the networks again after writing, so that concurrently added networks are covered by one of the two writers.
 */
export async function isolateVpcs(site: LxdSite, signal: AbortSignal): Promise<void> {
  let written: unknown;
  const host = await hostAddresses(site, signal);
  for (;;) {
    const networks = await managedNetworks(site, signal);
    const bridges = subnetNetworks(site, networks);
    const home = networks.find(({ name }) => name === site.network);
    const homeRange = home && rangeOf(home);
    const ranges = bridges.map(({ subnetId, vpcId, config }) => ({ subnetId, vpcId, range: config["ipv4.address"] }));
    const metadata = await metadataTarget(site, signal);
    if (isDeepStrictEqual({ ranges, metadata }, written)) return;
    for (const vpcId of new Set(bridges.map((bridge) => bridge.vpcId))) {
      const foreign = rangesOf(bridges.filter((bridge) => bridge.vpcId !== vpcId));
      if (homeRange !== undefined) foreign.push(cidrOf(homeRange));
      await putAcl(site, isolationAclOf(vpcId), vpcId, apartFrom(foreign, host, metadata), signal);
    }
    if (home !== undefined)
      await putAcl(site, siteAclOf(site), site.siteId, apartFrom(rangesOf(bridges), host, metadata), signal);
    written = { ranges, metadata };
  }
}

function rangesOf(bridges: readonly SubnetNetwork[]): string[] {
  return bridges.flatMap((bridge) => {
    const range = rangeOf(bridge);
    return range === undefined ? [] : [cidrOf(range)];
  });
}

/** Link-local addresses, and multicast with all above it: the host answers there too. */
const NEVER = ["169.254.0.0/16", "224.0.0.0/3"];

function apartFrom(
  foreign: readonly string[],
  host: readonly string[],
  metadata: MetadataTarget | null,
): { ingress: AclRule[]; egress: AclRule[] } {
  const unreachable = outermost([...foreign, ...host, ...NEVER]);
  return {
    ingress: foreign.length === 0 ? [] : [{ action: "drop", state: "enabled", source: outermost(foreign).join(",") }],
    egress:
      metadata === null
        ? [{ action: "drop", state: "enabled", destination: unreachable.join(",") }]
        : besideMetadata(unreachable, metadata),
  };
}
