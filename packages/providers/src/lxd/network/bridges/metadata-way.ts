import { type Ipv4Network, networkContains, parseCidr } from "@fulmar/contract";
import { z } from "zod";
import { pathOf } from "../../client/lxd-client.ts";
import type { LxdSite } from "../../lxd-site.ts";
import type { AclRule } from "../filters.ts";
import { cidrOf, networksAround } from "../network-ranges.ts";

/** Where machines look for metadata in every cloud. */
export const METADATA_ADDRESS = "169.254.169.254";

/** A TCP port of the site's host, above 1023 and below 65535, at which a metadata server of ours listens. */
export interface MetadataTarget {
  readonly address: string;
  readonly port: number;
}

const Way = z.object({
  description: z.string(),
  ports: z.array(z.object({ target_address: z.string(), target_port: z.string() })).nullish(),
});

/** The owner of the forward to the metadata server, by which it is told from the forwards of others. */
export function ownerOfWay({ siteId }: Pick<LxdSite, "siteId">): string {
  return `metadata of ${siteId}`;
}

/** Where the site's machines are led for metadata; null if nowhere. The forward on the server is what says so. */
export async function metadataTarget(site: LxdSite, signal: AbortSignal): Promise<MetadataTarget | null> {
  const path = pathOf("networks", site.network, "forwards", METADATA_ADDRESS);
  const way = await site.client.find(path, Way, signal);
  const [port] = way?.description === ownerOfWay(site) ? (way.ports ?? []) : [];
  return port === undefined ? null : { address: port.target_address, port: Number(port.target_port) };
}

/**
 * Drops everything to these networks except TCP to the metadata server, which lies in one of them. A filter knows no
 * exceptions, and drops come before allows, so the networks are split around the server's address, and its other ports
 * are dropped by number.
 */
export function besideMetadata(unreachable: readonly string[], { address, port }: MetadataTarget): AclRule[] {
  const at = { state: "enabled", destination: `${address}/32` } as const;
  return [
    { action: "drop", state: "enabled", destination: around(unreachable, address).join(",") },
    { action: "drop", protocol: "icmp4", ...at },
    { action: "drop", protocol: "udp", ...at },
    { action: "drop", protocol: "tcp", destination_port: `1-${port - 1}`, ...at },
    { action: "drop", protocol: "tcp", destination_port: `${port + 1}-65535`, ...at },
    { action: "allow", protocol: "tcp", destination_port: String(port), ...at },
  ];
}

/**
 * An allowance of all protocols without the metadata server, of which TCP alone is allowed: protocols other than TCP,
 * UDP and ICMP have no drop of their own there, and are refused as what no rule allows.
 */
export function withoutServer(rule: AclRule, { address }: MetadataTarget): AclRule[] {
  if (rule.protocol !== undefined) return [rule];
  const left = around((rule.destination ?? "0.0.0.0/0").split(","), address);
  return left.length === 0 ? [] : [{ ...rule, destination: left.join(",") }];
}

/** The networks without an address. */
function around(networks: readonly string[], address: string): string[] {
  const without = networkOf(`${address}/32`);
  return networks.flatMap((cidr) => {
    const network = networkOf(cidr);
    return networkContains(network, without) ? networksAround(network, without).map(cidrOf) : [cidr];
  });
}

/** @throws Error when a rule of ours has no network there */
function networkOf(cidr: string): Ipv4Network {
  const network = parseCidr(cidr);
  if (network === undefined) throw new Error(`"${cidr}" is no network`);
  return network;
}
