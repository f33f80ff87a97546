import { randomBytes } from "node:crypto";

// The IPv6 addresses of a VPC follow from its own /48 and from the IPv4 addresses (docs/adr/0192).

/** A private network of RFC 4193: fd00::/8 with a global id of 40 random bits. */
export function randomIpv6Network(): string {
  const [first, rest] = [randomBytes(1), randomBytes(4)].map((bytes) => bytes.toString("hex"));
  return `fd${first}:${rest?.slice(0, 4)}:${rest?.slice(4)}::/48`;
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
