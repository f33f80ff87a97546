import { BlockList, isIP } from "node:net";

/** RFC 4291, 2.5.5.2: an IPv4 address as a dual-stack socket reports it. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** The addresses, and networks such as 10.0.0.0/8, whose X-Forwarded-For is trusted. */
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
 * The source address of a request at the console and the object store, by the API's rule (docs/adr/0025). It starts
 * with the socket's remote address. While the address is a trusted proxy, it continues with the address that this
 * proxy saw, which is the previous entry of X-Forwarded-For. Entries before the first untrusted address may be forged.
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
