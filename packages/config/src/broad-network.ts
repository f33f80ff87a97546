import { isIPv6 } from "node:net";

const SHORTEST_PREFIX = { ipv4: 8, ipv6: 16 } as const;

/**
 * Networks of IPv6 that no stranger has an address in, which are wide by their standard: RFC 4193 and RFC 4291, 2.5.6.
 */
const PRIVATE = [
  { bits: 0xfcn << 120n, prefix: 7 },
  { bits: 0xfe8n << 116n, prefix: 10 },
];

/** RFC 4291, 2.5.5.2: IPv4 addresses, as a dual-stack socket reports them. */
const MAPPED = { bits: 0xffffn << 32n, prefix: 96 };

/**
 * Whether a network such as 0.0.0.0/1 has addresses of so many strangers that it names nobody. A single address has
 * not.
 */
export function isBroad(network: string): boolean {
  const [address = "", length] = network.split("/");
  if (length === undefined) return false;
  const prefix = Number(length);
  if (!isIPv6(address)) return prefix < SHORTEST_PREFIX.ipv4;
  const bits = bitsOf(address);
  if (isWithin(bits, prefix, MAPPED)) return prefix - MAPPED.prefix < SHORTEST_PREFIX.ipv4;
  if (isWithin(MAPPED.bits, MAPPED.prefix, { bits, prefix })) return true;
  return prefix < SHORTEST_PREFIX.ipv6 && !PRIVATE.some((known) => isWithin(bits, prefix, known));
}

function isWithin(bits: bigint, prefix: number, outer: { readonly bits: bigint; readonly prefix: number }): boolean {
  const rest = BigInt(128 - outer.prefix);
  return prefix >= outer.prefix && bits >> rest === outer.bits >> rest;
}

function bitsOf(ipv6: string): bigint {
  // A URL has addresses in one spelling, without dotted IPv4 at the end.
  const [before = "", after] = new URL(`http://[${ipv6}]`).hostname.slice(1, -1).split("::");
  const [head, tail] = [before, after ?? ""].map((text) => text.split(":").filter((group) => group !== ""));
  const groups = [...(head ?? []), ...Array(8 - (head ?? []).length - (tail ?? []).length).fill("0"), ...(tail ?? [])];
  return groups.reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n);
}
