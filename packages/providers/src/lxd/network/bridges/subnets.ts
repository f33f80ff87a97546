import { parseCidr } from "@fulmar/contract";
import type { NetworkConfiguration } from "../../../ports/network-port.ts";
import { ProviderError } from "../../../ports/provider-error.ts";
import { pathOf } from "../../client/lxd-client.ts";
import { labelsOf, madeNow, RECORD, recordText } from "../../labels.ts";
import type { LxdSite } from "../../lxd-site.ts";
import { putAcl, removeAcl } from "../filters.ts";
import { overlap, rangeOf } from "../network-ranges.ts";
import { findSubnetNetwork, managedNetworks, networkNameOf, revisionOf, subnetNetworks } from "../subnet-networks.ts";
import { isolateVpcs, isolationAclOf } from "./isolation.ts";
import { networkAclOf } from "./network-filters.ts";

/**
 * Creates or updates the bridge of a subnet. It has the subnet's gateway address, and announces address, gateway and
 * resolvers by DHCP.
 */
export async function applySubnet(
  site: LxdSite,
  subnetId: string,
  wanted: NetworkConfiguration,
  signal: AbortSignal,
): Promise<void> {
  const present = await findSubnetNetwork(site, subnetId, signal);
  if (present === undefined) {
    await refuseOverlap(site, wanted.cidr, signal);
    // A network is closed from the start: it drops what no ACL allows.
    await putAcl(site, isolationAclOf(wanted.vpcId), wanted.vpcId, { ingress: [], egress: [] }, signal);
    const closed = {
      "security.acls": isolationAclOf(wanted.vpcId),
      "security.acls.default.ingress.action": "drop",
      "security.acls.default.egress.action": "reject",
    };
    const config = {
      ...bridgeConfig(site, subnetId, wanted),
      ...madeNow(),
      ...closed,
      "ipv4.nat": "false",
      "ipv6.address": "none",
    };
    await site.client.change(
      "POST",
      "/networks",
      { name: networkNameOf(subnetId), type: "bridge", description: "", config },
      signal,
    );
  } else if (revisionOf(present.config) <= wanted.revision) {
    await site.client.change(
      "PATCH",
      pathOf("networks", present.name),
      { config: bridgeConfig(site, subnetId, wanted) },
      signal,
    );
  }
  await isolateVpcs(site, signal);
}

/** @throws ProviderError, retryable, while an instance has a NIC in it */
export async function removeSubnet(site: LxdSite, subnetId: string, signal: AbortSignal): Promise<void> {
  const present = await findSubnetNetwork(site, subnetId, signal);
  if (present === undefined) return;
  await site.client.remove(pathOf("networks", present.name), signal);
  await removeAcl(site, networkAclOf(present.name), signal);
  const vpcId = present.config["user.fulmar.vpc"] ?? "";
  const left = subnetNetworks(site, await managedNetworks(site, signal));
  if (!left.some((bridge) => bridge.vpcId === vpcId)) await removeAcl(site, isolationAclOf(vpcId), signal);
  await isolateVpcs(site, signal);
}

function bridgeConfig(
  site: LxdSite,
  subnetId: string,
  { revision, vpcId, cidr, gateway, dns, record }: NetworkConfiguration,
) {
  return {
    ...labelsOf(site, "subnet", subnetId),
    [RECORD]: recordText(record),
    "user.fulmar.vpc": vpcId,
    "user.fulmar.revision": String(revision),
    "ipv4.address": `${gateway}/${cidr.split("/")[1]}`,
    "ipv4.dhcp": "true",
    // A subnet without resolvers of its own uses the host's.
    "raw.dnsmasq": dns.length === 0 ? "" : `dhcp-option=option:dns-server,${dns.join(",")}`,
  };
}

/** A host routes an address to one network, so a site cannot have two subnets with overlapping ranges. */
async function refuseOverlap(site: LxdSite, cidr: string, signal: AbortSignal): Promise<void> {
  const wanted = parseCidr(cidr);
  const taken = (await managedNetworks(site, signal)).some((network) => {
    const range = rangeOf(network);
    return range !== undefined && wanted !== undefined && overlap(range, wanted);
  });
  if (!taken) return;
  throw new ProviderError(
    "range_in_use_at_site",
    `Addresses of ${cidr} are in use by another network of this site; create a subnet with another range.`,
    {
      retryable: false,
    },
  );
}
