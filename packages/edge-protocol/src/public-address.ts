import { BlockList, isIPv4 } from "node:net";

/** IPv4 ranges that are not public (RFC 6890). */
const SPECIAL_IPV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;
/**
 * Ranges within 2000::/3, the only global IPv6 addresses, that are not public: tunnels, which can carry a private IPv4
 * address, and documentation.
 */
const SPECIAL_IPV6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;
const special = new BlockList();
for (const [network, prefix] of SPECIAL_IPV4) special.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, "ipv6");
const globalIpv6 = new BlockList();
globalIpv6.addSubnet("2000::", 3, "ipv6");

/** Whether everyone can reach an IP address, as the origin of a customer has to be. */
export function isPublicAddress(address: string): boolean {
  return isIPv4(address)
    ? !special.check(address, "ipv4")
    : globalIpv6.check(address, "ipv6") && !special.check(address, "ipv6");
}
