import { type Ipv4Network, parseCidr } from "@fulmar/contract";
import type { NetworkConfiguration } from "../../../ports/network-port.ts";
import { ProviderError } from "../../../ports/provider-error.ts";
import { pathOf } from "../../client/lxd-client.ts";
import { labelsOf, madeNow, RECORD, recordText } from "../../labels.ts";
import { knows, type LxdSite } from "../../lxd-site.ts";
import { removeAcl } from "../filters.ts";
import type { LxdNetwork } from "../network-answers.ts";
import { rangeOf } from "../network-ranges.ts";
import {
  findSubnetNetwork,
  managedNetworks,
  networkNameOf,
  revisionOf,
  type SubnetNetwork,
  subnetNetworks,
} from "../subnet-networks.ts";
import { insideAclOf, putInsideAcl } from "./acls.ts";
import { makePeers, removePeers } from "./routes.ts";

/**
 * Creates the OVN network of a subnet and peers it with every other network of its VPC. Subnets of two VPCs may
 * overlap: nothing routes between them.
 */
export async function applySubnet(
  site: LxdSite,
  uplink: string,
  subnetId: string,
  wanted: NetworkConfiguration,
  signal: AbortSignal,
): Promise<void> {
  const present = await findSubnetNetwork(site, subnetId, signal);
  const name = networkNameOf(subnetId);
  const others = (await inVpc(site, wanted.vpcId, signal)).filter((network) => network.subnetId !== subnetId);
  await putInsideAcl(site, wanted.vpcId, [...rangesOf(others), ...rangeOfCidr(wanted.cidr)], signal);
  if (present === undefined) {
    const config = {
      ...(await configOf(site, subnetId, wanted, signal)),
      ...madeNow(),
      network: uplink,
      ...closed(wanted.vpcId),
    };
    await site.client.change("POST", "/networks", { name, type: "ovn", description: "", config }, signal);
  } else if (revisionOf(present.config) <= wanted.revision) {
    await site.client.change(
      "PATCH",
      pathOf("networks", name),
      { config: await configOf(site, subnetId, wanted, signal) },
      signal,
    );
  }
  for (const other of others) await makePeers(site, name, other.name, signal);
}

/** @throws ProviderError, retryable, while an instance has a NIC in it */
export async function removeSubnet(site: LxdSite, subnetId: string, signal: AbortSignal): Promise<void> {
  const present = await findSubnetNetwork(site, subnetId, signal);
  if (present === undefined) return;
  refuseInUse(present);
  const vpcId = present.config["user.fulmar.vpc"] ?? "";
  const others = (await inVpc(site, vpcId, signal)).filter((network) => network.subnetId !== subnetId);
  for (const other of others) await removePeers(site, present.name, other.name, signal);
  await site.client.remove(pathOf("networks", present.name), signal);
  if (others.length === 0) await removeAcl(site, insideAclOf(vpcId), signal);
  else await putInsideAcl(site, vpcId, rangesOf(others), signal);
}

/** A network is closed from the start, and no traffic leaves it before it has a gateway. */
function closed(vpcId: string) {
  return {
    "security.acls": insideAclOf(vpcId),
    "security.acls.default.ingress.action": "drop",
    "security.acls.default.egress.action": "reject",
    "ipv4.nat": "true",
    "ipv6.address": "none",
  };
}

async function configOf(site: LxdSite, subnetId: string, wanted: NetworkConfiguration, signal: AbortSignal) {
  const { revision, vpcId, cidr, gateway, dns, record } = wanted;
  return {
    ...labelsOf(site, "subnet", subnetId),
    [RECORD]: recordText(record),
    "user.fulmar.vpc": vpcId,
    "user.fulmar.revision": String(revision),
    "ipv4.address": `${gateway}/${cidr.split("/")[1]}`,
    "ipv4.dhcp": "true",
    ...(await subnetResolvers(site, dns, signal)),
  };
}

async function inVpc(site: LxdSite, vpcId: string, signal: AbortSignal): Promise<SubnetNetwork[]> {
  return subnetNetworks(site, await managedNetworks(site, signal)).filter((network) => network.vpcId === vpcId);
}

function rangesOf(networks: readonly SubnetNetwork[]): Ipv4Network[] {
  return networks.flatMap((network) => rangeOf(network) ?? []);
}

function rangeOfCidr(cidr: string): Ipv4Network[] {
  const range = parseCidr(cidr);
  return range === undefined ? [] : [range];
}

/** The server refuses this too, but only after the peerings are gone, which the instances still need. */
function refuseInUse({ used_by }: LxdNetwork): void {
  if ((used_by ?? []).every((url) => url.startsWith("/1.0/networks/"))) return;
  throw new ProviderError(
    "subnet_in_use",
    "The subnet still has instances at its site; the change continues when they are gone.",
    { retryable: true },
  );
}

/** A subnet's own resolvers, if the server can announce them (Incus 6). Otherwise instances get those of the uplink. */
async function subnetResolvers(
  site: LxdSite,
  dns: readonly string[],
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  return (await knows(site, "network_dns_nameservers", signal)) ? { "dns.nameservers": dns.join(",") } : {};
}
