import { createHash } from "node:crypto";

// The IPv6 addresses of a VPC follow from its id and from the IPv4 addresses (docs/adr/0192).

/**
 * The private network of a VPC (RFC 4193): fd00::/8 with a global id of 40 bits that look random. They follow from the
 * VPC's id, so that a plan says which network it gets, and it gets the same one again.
 */
export function ipv6OfVpc(vpcId: string): string {
  const id = createHash("sha256").update(vpcId).digest("hex");
  return `fd${id.slice(0, 2)}:${id.slice(2, 6)}:${id.slice(6, 10)}::/48`;
}

/**
 * SQL: the /64 of a subnet in the /48 of its VPC; NULL where that is NULL. Its number is the last 16 bits of the
 * subnet's first IPv4 address. A VPC is a /16 at most, so the number is the only one in it.
 */
export const ipv6OfSubnet = (vpcIpv6: string, cidr: string) =>
  `set_masklen(${vpcIpv6} | ('0:0:0:' || to_hex(host(${cidr})::inet - '0.0.0.0'::inet & 65535) || '::')::inet, 64)`;

/** SQL: the IPv6 address of a node: the subnet's /64, and the node's IPv4 address as the last 32 bits. */
export const ipv6OfNode = (subnetIpv6: string, address: string) =>
  `host(${subnetIpv6})::inet | ('::' || host(${address}))::inet`;
