/** A network: its first address as an unsigned 32-bit number, and its prefix length in bits. */
export interface Ipv4Network {
  readonly first: number;
  readonly prefixLength: number;
}

const CIDR = /^(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,2})$/;
/** RFC 1918. */
const PRIVATE = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"] as const;

/** Parses dotted decimal without leading zeros. Returns undefined for anything else. */
export function parseIpv4(text: string): number | undefined {
  const parts = text.split(".");
  if (parts.length !== 4 || parts.some((part) => !/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255))
    return undefined;
  return parts.reduce((value, part) => value * 256 + Number(part), 0);
}

export function formatIpv4(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join(".");
}

/**
 * Parses a network such as 10.0.0.0/16. Returns undefined for anything else, including networks with nonzero host bits.
 */
export function parseCidr(text: string): Ipv4Network | undefined {
  const match = CIDR.exec(text);
  const first = parseIpv4(match?.[1] ?? "");
  const prefixLength = Number(match?.[2]);
  if (first === undefined || prefixLength > 32 || String(prefixLength) !== match?.[2]) return undefined;
  const network = { first, prefixLength };
  return first % networkSize(network) === 0 ? network : undefined;
}

/** The number of addresses in a network, including the first and the last. */
export function networkSize({ prefixLength }: Ipv4Network): number {
  return 2 ** (32 - prefixLength);
}

/** Whether `inner` lies entirely in `outer`. */
export function networkContains(outer: Ipv4Network, inner: Ipv4Network): boolean {
  return inner.first >= outer.first && inner.first + networkSize(inner) <= outer.first + networkSize(outer);
}

/**
 * Whether a VM can have this address: it lies in the network and is neither its first address nor its last (broadcast).
 */
export function isHostAddress(network: Ipv4Network, address: number): boolean {
  return address > network.first && address < network.first + networkSize(network) - 1;
}

const privateNetworks = PRIVATE.flatMap((text) => parseCidr(text) ?? []);

/** Whether a network lies in one of the private ranges (RFC 1918). */
export function isPrivateNetwork(network: Ipv4Network): boolean {
  return privateNetworks.some((outer) => networkContains(outer, network));
}
