import { type Ipv4Network, networkContains, parseCidr } from "@fulmar/contract";
import { z } from "zod";
import { pathOf } from "../../client/lxd-client.ts";
import { labeledId } from "../../labels.ts";
import type { LxdSite } from "../../lxd-site.ts";
import type { AclRule } from "../filters.ts";
import { LxdNetwork } from "../network-answers.ts";
import { cidrOf, networksAround } from "../network-ranges.ts";
import { managedNetworks } from "../subnet-networks.ts";

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

/** The key of a site's own network that names the network whose forward it shares, and the site of that. */
const SHARED = "user.fulmar.metadata";

/**
 * Where the site's machines are led for metadata; null if nowhere. The forward on the server is what says so: the
 * site's own, or that of the site whose way it shares.
 */
export async function metadataTarget(site: LxdSite, signal: AbortSignal): Promise<MetadataTarget | null> {
  const own = await wayOf(site, site.network, site.siteId, signal);
  if (own !== null) return own;
  const home = await site.client.find(pathOf("networks", site.network), LxdNetwork, signal);
  const [network = "", siteId = ""] = home?.config[SHARED]?.split(" ") ?? [];
  return network === "" ? null : wayOf(site, network, siteId, signal);
}

async function wayOf(
  { client }: LxdSite,
  network: string,
  siteId: string,
  signal: AbortSignal,
): Promise<MetadataTarget | null> {
  const way = await client.find(pathOf("networks", network, "forwards", METADATA_ADDRESS), Way, signal);
  const [port] = way?.description === ownerOfWay({ siteId }) ? (way.ports ?? []) : [];
  return port === undefined ? null : { address: port.target_address, port: Number(port.target_port) };
}

/**
 * Shares the way of one of these sites, if a bridge of the server has one: the server turns the address into that
 * bridge's for packets of all its bridges. Null without one.
 */
export async function shareWay(
  site: LxdSite,
  beside: readonly string[],
  signal: AbortSignal,
): Promise<MetadataTarget | null> {
  const bridges = (await managedNetworks(site, signal)).filter(
    ({ type, name }) => type === "bridge" && name !== site.network,
  );
  for (const { name, config } of bridges) {
    const other = beside.find((siteId) => labeledId({ siteId }, "site_network", config) === siteId);
    const way = other === undefined ? null : await wayOf(site, name, other, signal);
    if (way === null) continue;
    await setShared(site, `${name} ${other}`, signal);
    return way;
  }
  return null;
}

/** Ends the sharing of a way. */
export function stopSharing(site: LxdSite, signal: AbortSignal): Promise<void> {
  return setShared(site, "", signal);
}

async function setShared({ client, network }: LxdSite, shared: string, signal: AbortSignal): Promise<void> {
  const home = await client.find(pathOf("networks", network), LxdNetwork, signal);
  if (home === undefined || (home.config[SHARED] ?? "") === shared) return;
  await client.change("PATCH", pathOf("networks", network), { config: { [SHARED]: shared } }, signal);
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
