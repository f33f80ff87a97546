import { formatIpv4, type Ipv4Network, networkSize, parseCidr } from "@fulmar/contract";

/** A subnet's first address, last address and gateway cannot be assigned to VMs. */
const NOT_FOR_VMS = 3;

/** The number of VMs that fit into a subnet. 0 for text that is not a network. */
export function roomIn(cidr: string): number {
  const network = parseCidr(cidr);
  return network === undefined ? 0 : Math.max(0, networkSize(network) - NOT_FOR_VMS);
}

/** A network in words: "256 addresses, 10.0.0.0 to 10.0.0.255". Undefined for text that is not a network. */
export function describeCidr(cidr: string): string | undefined {
  const network = parseCidr(cidr);
  if (network === undefined) return undefined;
  const size = networkSize(network);
  return `${size.toLocaleString("en")} addresses, ${formatIpv4(network.first)} to ${formatIpv4(network.first + size - 1)}`;
}

/**
 * The first free network of a size within the VPC's.
 * @param prefixLength the size as a prefix length
 * @returns undefined if there is no room
 */
export function nextFreeCidr(vpcCidr: string, taken: readonly string[], prefixLength: number): string | undefined {
  const vpc = parseCidr(vpcCidr);
  if (vpc === undefined || prefixLength < vpc.prefixLength) return undefined;
  const networks = taken.flatMap((cidr) => parseCidr(cidr) ?? []).toSorted((one, other) => one.first - other.first);
  const [size, end] = [networkSize({ first: 0, prefixLength }), vpc.first + networkSize(vpc)];
  let first = vpc.first;
  while (first + size <= end) {
    const across = networks.find((network) => overlap(network, first, size));
    if (across === undefined) return `${formatIpv4(first)}/${prefixLength}`;
    // Networks are aligned to multiples of their size: continues after the overlapping one.
    first = Math.ceil((across.first + networkSize(across)) / size) * size;
  }
  return undefined;
}

function overlap(network: Ipv4Network, first: number, size: number): boolean {
  return network.first < first + size && first < network.first + networkSize(network);
}
