import { formatIpv4, type Ipv4Network, networkContains, networkSize, parseCidr, parseIpv4 } from "@fulmar/contract";
import type { LxdNetwork } from "./network-answers.ts";

/** The range of a bridge, from the server's address in it (`10.0.0.1/24`); undefined where it has none. */
export function rangeOf({ config }: Pick<LxdNetwork, "config">): Ipv4Network | undefined {
  const [address, length] = (config["ipv4.address"] ?? "").split("/");
  const first = parseIpv4(address ?? "");
  const prefixLength = Number(length);
  if (first === undefined || !Number.isInteger(prefixLength)) return undefined;
  return { first: first - (first % 2 ** (32 - prefixLength)), prefixLength };
}

export function cidrOf({ first, prefixLength }: Ipv4Network): string {
  return `${formatIpv4(first)}/${prefixLength}`;
}

export function overlap(a: Ipv4Network, b: Ipv4Network): boolean {
  return networkContains(a, b) || networkContains(b, a);
}

export function holds(network: LxdNetwork, address: string): boolean {
  const range = rangeOf(network);
  const host = parseCidr(`${address}/32`);
  return range !== undefined && host !== undefined && networkContains(range, host);
}

/** The network that lies inside the other; null when they are disjoint. */
export function narrower(a: Ipv4Network, b: Ipv4Network): Ipv4Network | null {
  if (networkContains(a, b)) return b;
  return networkContains(b, a) ? a : null;
}

/** The networks that cover `outer` without `inner`, which lies inside it. */
export function networksAround(outer: Ipv4Network, inner: Ipv4Network): Ipv4Network[] {
  const around: Ipv4Network[] = [];
  for (let prefixLength = outer.prefixLength + 1; prefixLength <= inner.prefixLength; prefixLength++) {
    const size = networkSize({ first: 0, prefixLength });
    const half = inner.first - (inner.first % size);
    const isUpper = (half / size) % 2 === 1;
    around.push({ first: isUpper ? half - size : half + size, prefixLength });
  }
  return around;
}

const EVERYTHING: Ipv4Network = { first: 0, prefixLength: 0 };

/** The networks that cover all addresses except these. */
export function everythingBut(networks: readonly Ipv4Network[]): Ipv4Network[] {
  return networks.reduce<Ipv4Network[]>(
    (left, network) => left.flatMap((part) => withoutNetwork(part, network)),
    [EVERYTHING],
  );
}

function withoutNetwork(part: Ipv4Network, network: Ipv4Network): Ipv4Network[] {
  if (networkContains(network, part)) return [];
  return networkContains(part, network) ? networksAround(part, network) : [part];
}

/** The given networks without those that lie inside another one, sorted: the server's sets take no overlaps. */
export function outermost(cidrs: readonly string[]): string[] {
  const all = [...new Set(cidrs)].flatMap((cidr) => {
    const network = parseCidr(cidr);
    return network === undefined ? [] : [{ cidr, network }];
  });
  return all
    .filter(({ cidr, network }) => !all.some((other) => other.cidr !== cidr && networkContains(other.network, network)))
    .map(({ cidr }) => cidr)
    .toSorted((a, b) => (a < b ? -1 : 1));
}
