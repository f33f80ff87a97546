import { BlockList, isIP } from "node:net";

/** RFC 4291, 2.5.5.2: an IPv4 address as a socket for both families shows it. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** Addresses, and networks such as 10.0.0.0/8, whose word on where a request comes from is taken. */
export function trustedProxies(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix] = range.split("/");
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}

/**
 * Where a request comes from, as the API says it too (docs/adr/0025): its socket's other end, or, while that is a
 * trusted proxy, what this proxy saw at its own socket, which is the last entry of X-Forwarded-For. What stands before
 * the first address that is not trusted, anybody may have written.
 */
export function sourceAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string | undefined {
  if (peer === undefined) return undefined;
  let nearest = peer.replace(MAPPED, "");
  for (const hop of (forwardedFor?.split(",") ?? []).toReversed()) {
    const address = hop.trim().replace(MAPPED, "");
    if (!isTrusted(nearest) || isIP(address) === 0) break;
    nearest = address;
  }
  return nearest;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
