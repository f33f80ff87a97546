import type { VpcNodeAllocation } from "@fulmar/contract";

/** The connectivity of a node outside of its VPC, in words. */
export function wayOut({
  connectivity,
  public_ip,
  nat_public_ip,
}: Pick<VpcNodeAllocation, "connectivity" | "public_ip" | "nat_public_ip">): string {
  if (connectivity === "public_ip")
    return public_ip === null ? "its public address was detached" : `via its own address ${public_ip}`;
  if (connectivity === "nat")
    return nat_public_ip === null ? "via a NAT gateway that has no public address" : `via NAT ${nat_public_ip}`;
  return "none: inside the VPC only";
}
