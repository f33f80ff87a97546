import type { Ipv4Network } from "@fulmar/contract";
import { pathOf } from "../../client/lxd-client.ts";
import { lxdName } from "../../labels.ts";
import type { LxdSite } from "../../lxd-site.ts";
import type { InstanceFilter } from "../fabric.ts";
import { type AclRule, putAcl } from "../filters.ts";
import { LxdNetwork } from "../network-answers.ts";
import { cidrOf, everythingBut, rangeOf } from "../network-ranges.ts";

/** The ACL of an instance, used by all its NICs. Changed rules apply at once. */
export async function putInstanceAcl(
  site: LxdSite,
  vmId: string,
  { rules, networks }: InstanceFilter,
  signal: AbortSignal,
): Promise<void> {
  const dropRules = networks.includes(site.network) ? await neighbourDropRules(site, signal) : [];
  const both = { ingress: [...dropRules, ...rules.ingress], egress: [LINK_LOCAL, ...rules.egress] };
  await putAcl(site, lxdName(vmId), vmId, both, signal);
}

/** No guest reaches the metadata service of the cloud that the members run in. */
const LINK_LOCAL: AclRule = { action: "drop", state: "enabled", destination: "169.254.0.0/16" };

/**
 * Instances outside VPCs may belong to different customers and are kept dropRules. Drop rules come before allow rules.
 */
async function neighbourDropRules(site: LxdSite, signal: AbortSignal): Promise<AclRule[]> {
  const range = rangeOf(await site.client.get(pathOf("networks", site.network), LxdNetwork, signal));
  return range === undefined ? [] : [{ action: "drop", state: "enabled", source: cidrOf(range) }];
}

/** The ACL that keeps traffic of a subnet without a gateway inside its VPC. */
export function insideAclOf(vpcId: string): string {
  return lxdName(vpcId);
}

/**
 * Writes the ACL that keeps traffic inside a VPC. OVN always translates what leaves a private network, since the uplink
 * would otherwise have to route it. So traffic to addresses outside the VPC's subnets is dropped. Answers to incoming
 * connections pass.
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
