import { formatIpv4, type Ipv4Network, networkContains, parseCidr, parseIpv4 } from "@fulmar/contract";
import type { LxdNetwork } from "./network-answers.ts";

/** The network of a bridge, from the address that the server has in it (`10.0.0.1/24`); undefined where it has none. */
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

/** Whether an address such as 10.0.0.7 lies in a bridge's network. */
export function holds(network: LxdNetwork, address: string): boolean {
  const range = rangeOf(network);
  const host = parseCidr(`${address}/32`);
  return range !== undefined && host !== undefined && networkContains(range, host);
}
