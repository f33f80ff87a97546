// Without schemas, so that importers do not load zod.

import { parseIpv4 } from "../networking/ipv4.ts";

/** An address, or the first address of a range, as a number. IPv4 has 32 bits, IPv6 128. */
export interface Address {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

export interface Range extends Address {
  readonly prefixLength: number;
}

/** RFC 4291, 2.5.5.2: an IPv4 address in IPv6 form, as a dual-stack socket reports it. */
export const MAPPED = 0xffffn;

/**
 * Parses an IPv4 or IPv6 address. Returns undefined for anything else. An IPv4-mapped IPv6 address counts as its IPv4
 * address.
 */
export function parseIpAddress(text: string): Address | undefined {
  const address = parseAddress(text);
  if (address?.bits === 128 && address.value >> 32n === MAPPED)
    return { bits: 32, value: address.value & 0xffff_ffffn };
  return address;
}

function parseAddress(text: string): Address | undefined {
  const ipv4 = parseIpv4(text);
  return ipv4 === undefined ? parseIpv6(text) : { bits: 32, value: BigInt(ipv4) };
}

/**
 * IPv6 per RFC 4291, 2.2: any text that is valid in the brackets of a URL. The URL parser normalizes it to hexadecimal
 * groups with one run of zeros left out.
 */
function parseIpv6(text: string): Address | undefined {
  const url = `http://[${text}]`;
  if (!/^[0-9a-f:.]+$/i.test(text) || !URL.canParse(url)) return undefined;
  const halves = new URL(url).hostname.slice(1, -1).split("::");
  const [head = [], tail = []] = halves.map((half) => half.split(":").filter((group) => group !== ""));
  const zeros = Array<string>(8 - head.length - tail.length).fill("0");
  const digits = [...head, ...zeros, ...tail].map((group) => group.padStart(4, "0"));
  return { bits: 128, value: BigInt(`0x${digits.join("")}`) };
}

/** Undefined for text that is not a range. Host bits may be set. */
export function parseIpRange(text: string): Range | undefined {
  const [first = "", length, ...more] = text.split("/");
  const address = parseAddress(first);
  if (address === undefined || more.length > 0) return undefined;
  if (length === undefined) return { ...address, prefixLength: address.bits };
  if (!/^(0|[1-9]\d{0,2})$/.test(length) || Number(length) > address.bits) return undefined;
  return { ...address, prefixLength: Number(length) };
}

/**
 * A range as addresses are compared with it, if it is one: a range of IPv4-mapped addresses is that of their IPv4
 * addresses.
 */
export function comparedRange(text: string): Range | undefined {
  const range = parseIpRange(text);
  const mapped = 128 - 32;
  if (range?.bits !== 128 || range.prefixLength < mapped || range.value >> 32n !== MAPPED) return range;
  return { bits: 32, value: range.value & 0xffff_ffffn, prefixLength: range.prefixLength - mapped };
}

/** How many bits of an address tell the addresses of a range apart. */
export function hostBits({ bits, prefixLength }: Range): bigint {
  return BigInt(bits - prefixLength);
}

/**
 * Whether a range contains an address. Both are text. Text that does not parse contains nothing and is contained in
 * nothing.
 */
export function ipRangeHolds(range: string, address: string): boolean {
  return isInRange(parseIpAddress(address), comparedRange(range));
}

/** The same for a range and an address that were read before. */
export function isInRange(inner: Address | undefined, outer: Range | undefined): boolean {
  if (outer === undefined || inner === undefined || outer.bits !== inner.bits) return false;
  return outer.value >> hostBits(outer) === inner.value >> hostBits(outer);
}

/** Whether a range contains all addresses of another one. Text that does not parse contains nothing. */
export function ipRangeContains(range: string, other: string): boolean {
  const [outer, inner] = [comparedRange(range), comparedRange(other)];
  if (outer === undefined || inner === undefined || outer.bits !== inner.bits) return false;
  return inner.prefixLength >= outer.prefixLength && outer.value >> hostBits(outer) === inner.value >> hostBits(outer);
}

/** Without ranges, any address is allowed. With ranges, an unknown address is refused. */
export function isAddressAllowed(ranges: readonly string[], address: string | undefined): boolean {
  return ranges.length === 0 || (address !== undefined && ranges.some((range) => ipRangeHolds(range, address)));
}

/** The prefix length of a range and the number of bits of its addresses. Undefined for text that is not a range. */
export function ipRangeSize(range: string): { readonly bits: 32 | 128; readonly prefixLength: number } | undefined {
  return parseIpRange(range);
}

/** The addresses of networks that the Internet does not reach (RFC 1918, RFC 4193). */
const PRIVATE = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"];

/** Whether an address is of a network that the Internet does not reach. */
export function isPrivateAddress(address: string): boolean {
  return PRIVATE.some((range) => ipRangeHolds(range, address));
}

/** How many addresses of the Internet are in at least one of the ranges. Text that does not parse contains none. */
export function ipAddressesIn(ranges: readonly string[]): { readonly ipv4: bigint; readonly ipv6: bigint } {
  const reached = ranges
    .filter((range) => !PRIVATE.some((all) => ipRangeContains(all, range)))
    .flatMap((range) => comparedRange(range) ?? []);
  const countOf = (bits: 32 | 128) => {
    let [count, end] = [0n, 0n];
    const spans = reached.filter((range) => range.bits === bits).map(spanOf);
    for (const span of spans.toSorted((one, other) => (one.first < other.first ? -1 : 1))) {
      const first = span.first > end ? span.first : end;
      if (span.end > first) count += span.end - first;
      end = span.end > end ? span.end : end;
    }
    return count;
  };
  return { ipv4: countOf(32), ipv6: countOf(128) };
}

/** From the first address up to the one behind the last. */
function spanOf(range: Range): { readonly first: bigint; readonly end: bigint } {
  const first = (range.value >> hostBits(range)) << hostBits(range);
  return { first, end: first + (1n << hostBits(range)) };
}
