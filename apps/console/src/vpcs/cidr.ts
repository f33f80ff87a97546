import { formatIpv4, type Ipv4Network, networkSize, parseCidr } from "@fulmar/contract";

/** A subnet's own address, its last one and its gateway are no machine's. */
const NOT_FOR_MACHINES = 3;

/** How many machines a subnet has room for; 0 for what is no network. */
export function roomIn(cidr: string): number {
  const network = parseCidr(cidr);
  return network === undefined ? 0 : Math.max(0, networkSize(network) - NOT_FOR_MACHINES);
}

/** What a network comes to: "256 addresses, 10.0.0.0 to 10.0.0.255"; undefined for what is no network. */
export function cidrWords(cidr: string): string | undefined {
  const network = parseCidr(cidr);
  if (network === undefined) return undefined;
  const size = networkSize(network);
  return `${size.toLocaleString("en")} addresses, ${formatIpv4(network.first)} to ${formatIpv4(network.first + size - 1)}`;
}

/**
 * The first network of a size that lies in the VPC's and that no subnet uses.
 * @param prefixLength the size, as the number after the slash
 * @returns undefined where there is no room
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
    // Networks begin at multiples of their size: the next one behind what stands in the way.
    first = Math.ceil((across.first + networkSize(across)) / size) * size;
  }
  return undefined;
}

function overlap(network: Ipv4Network, first: number, size: number): boolean {
  return network.first < first + size && first < network.first + networkSize(network);
}
