import { formatIpv4, isHostAddress, networkContains, parseCidr, parseIpv4 } from "@fulmar/contract";
import { invalidField } from "../request/domain-error.ts";

/**
 * Checks a new subnet against its VPC and gives it a gateway: the one asked for, else the first address.
 * @returns the gateway
 * @throws DomainError 400 that names `cidr` or `gateway`
 */
export function gatewayOf(vpcCidr: string, cidr: string, gateway: string | undefined): string {
  const vpc = parseCidr(vpcCidr);
  const subnet = parseCidr(cidr);
  if (vpc === undefined || subnet === undefined) throw new Error(`${vpcCidr} and ${cidr} must both be networks`);
  if (!networkContains(vpc, subnet))
    throw invalidField("cidr", `must lie inside the VPC's network ${vpcCidr}`, "cidr_outside_vpc");
  const address = gateway === undefined ? subnet.first + 1 : parseIpv4(gateway);
  if (address === undefined || !isHostAddress(subnet, address)) {
    throw invalidField("gateway", "must be an address of the subnet, and neither its first nor its last");
  }
  return formatIpv4(address);
}
