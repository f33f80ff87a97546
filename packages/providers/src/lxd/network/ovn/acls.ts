import type { Ipv4Network } from "@fulmar/contract";
import { pathOf } from "../../client/lxd-client.ts";
import { lxdName } from "../../labels.ts";
import type { LxdSite } from "../../lxd-site.ts";
import type { InstanceFilter } from "../fabric.ts";
import { type AclRule, putAcl } from "../filters.ts";
import { LxdNetwork } from "../network-answers.ts";
import { cidrOf, everythingBut, rangeOf } from "../network-ranges.ts";

/** The ACL of an instance, which all its NICs have. A change of its rules holds at once. */
export async function putInstanceAcl(
  site: LxdSite,
  vmId: string,
  { rules, networks }: InstanceFilter,
  signal: AbortSignal,
): Promise<void> {
  const apart = networks.includes(site.network) ? await strangers(site, signal) : [];
  await putAcl(site, lxdName(vmId), vmId, { ingress: [...apart, ...rules.ingress], egress: rules.egress }, signal);
}

/** Neighbours outside of VPCs are strangers. What drops comes before what allows. */
async function strangers(site: LxdSite, signal: AbortSignal): Promise<AclRule[]> {
  const range = rangeOf(await site.client.get(pathOf("networks", site.network), LxdNetwork, signal));
  return range === undefined ? [] : [{ action: "drop", state: "enabled", source: cidrOf(range) }];
}

/** The ACL that keeps what leaves a subnet without a gateway inside its VPC. */
export function insideAclOf(vpcId: string): string {
  return lxdName(vpcId);
}

/**
 * OVN always translates what leaves a private network, or the uplink would have to route it. So what is not to leave is
 * dropped: what is sent to anything but the VPC's own subnets. Answers to what came in are not held up.
 */
export async function putInsideAcl(
  site: LxdSite,
  vpcId: string,
  subnets: readonly Ipv4Network[],
  signal: AbortSignal,
): Promise<void> {
  const outside = everythingBut(subnets).map(cidrOf).join(",");
  await putAcl(
    site,
    insideAclOf(vpcId),
    vpcId,
    { ingress: [], egress: [{ action: "drop", state: "enabled", destination: outside }] },
    signal,
  );
}
