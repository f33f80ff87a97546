import { ipRangeHolds, ipRangeSize } from "@fulmar/contract";
import type { Machine, Nic, Peer } from "./world.ts";

export function isIpv6(address: string): boolean {
  return address.includes(":");
}

/** The card's address of the family of another one; null without. */
export function ownAddress({ address, ipv6_address }: Nic, other: string): string | null {
  return isIpv6(other) ? ipv6_address : address;
}

/** The card's addresses, of both families. */
export function addressesOf({ address, ipv6_address }: Nic): string[] {
  return ipv6_address === null ? [address] : [address, ipv6_address];
}

/** Whether an address is in the card's subnet. */
export function isInSubnet({ cidr, ipv6_cidr }: Nic, address: string): boolean {
  return ipRangeHolds(cidr, address) || (ipv6_cidr !== null && ipRangeHolds(ipv6_cidr, address));
}

/** Whether an address is in the card's VPC. */
export function isInVpc({ vpc_cidr, vpc_ipv6_cidr }: Nic, address: string): boolean {
  return ipRangeHolds(vpc_cidr, address) || (vpc_ipv6_cidr !== null && ipRangeHolds(vpc_ipv6_cidr, address));
}

/** The peering of a card's VPC with another VPC. */
export function peeringWith({ peers }: Nic, vpcId: string): Peer | undefined {
  return peers.find((peer) => peer.vpc_id === vpcId);
}

/** The peer of a card's VPC that has an address. */
export function peerHaving({ peers }: Nic, address: string): Peer | undefined {
  return peers.find((peer) => [peer.cidr, peer.ipv6_cidr].some((cidr) => cidr !== null && ipRangeHolds(cidr, address)));
}

/**
 * The card by which a VM sends to an address: the one whose subnet has it, else the first that has an address of that
 * family, which has the default route.
 */
export function nicTowards({ nics }: Machine, address: string): Nic | undefined {
  const able = nics.filter((nic) => ownAddress(nic, address) !== null);
  const [narrowest] = able
    .filter((nic) => isInSubnet(nic, address))
    .toSorted((one, other) => prefixLength(other) - prefixLength(one));
  return narrowest ?? able[0];
}

function prefixLength({ cidr }: Nic): number {
  return ipRangeSize(cidr)?.prefixLength ?? 0;
}
