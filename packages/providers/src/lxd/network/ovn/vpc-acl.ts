import type { Ipv4Network } from "@fulmar/contract";
import type { LxdSite } from "../../lxd-site.ts";
import { lxdName } from "../../names.ts";
import { putAcl } from "../filters.ts";
import { cidrOf, everythingBut } from "../network-ranges.ts";

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
