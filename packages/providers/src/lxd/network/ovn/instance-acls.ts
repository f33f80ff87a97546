import { pathOf } from "../../client/path-of.ts";
import type { LxdSite } from "../../lxd-site.ts";
import { lxdName } from "../../names.ts";
import type { InstanceFilter } from "../fabric.ts";
import { type AclRule, putAcl } from "../filters.ts";
import { LxdNetwork } from "../network-answers.ts";
import { cidrOf, rangeOf } from "../network-ranges.ts";

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
