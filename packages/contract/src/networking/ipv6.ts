import { comparedRange } from "../values/ip-network.ts";
import { NORMAL_FORMS } from "../values/normal-form.ts";

/**
 * Whether a text is an IPv6 address, or an IPv6 network whose host bits are zero. An IPv4-mapped address (RFC 4291,
 * 2.5.5.2) is none: no packet in a network has one.
 */
export function isIpv6Network(text: string): boolean {
  const range = comparedRange(text);
  return range?.bits === 128 && range.value % 2n ** BigInt(range.bits - range.prefixLength) === 0n;
}

/** An IPv6 address or network in its shortest spelling (RFC 5952), another text as it is. */
export function shortIpv6(text: string): string {
  if (!isIpv6Network(text)) return text;
  const network = NORMAL_FORMS.cidr(text);
  return text.includes("/") ? network : network.slice(0, network.indexOf("/"));
}
