import { z } from "zod";
import { pathOf } from "../../client/lxd-client.ts";
import type { LxdSite } from "../../lxd-site.ts";
import { retriedWhenTaken } from "../forwards.ts";
import { LxdNetwork } from "../network-answers.ts";
import { findSubnetNetwork } from "../subnet-networks.ts";
import { insideAclOf } from "./acls.ts";

const Peer = z.object({ name: z.string(), status: z.string() });

/** Networks are in the default project, even when instances are in another. */
const PROJECT = "default";

/** Peers two networks, which has to be configured at both. Repeatable. */
export async function makePeers(site: LxdSite, one: string, other: string, signal: AbortSignal): Promise<void> {
  await makePeer(site, one, other, signal);
  await makePeer(site, other, one, signal);
}

async function makePeer({ client }: LxdSite, network: string, other: string, signal: AbortSignal): Promise<void> {
  if ((await client.find(pathOf("networks", network, "peers", other), Peer, signal)) !== undefined) return;
  await client.change(
    "POST",
    pathOf("networks", network, "peers"),
    { name: other, description: "", target_project: PROJECT, target_network: other },
    signal,
  );
}

/** Removes the peering of two networks at both. */
export async function removePeers({ client }: LxdSite, one: string, other: string, signal: AbortSignal): Promise<void> {
  await client.remove(pathOf("networks", one, "peers", other), signal);
  await client.remove(pathOf("networks", other, "peers", one), signal);
}

const ADDRESS = "ipv4.nat.address";

/**
 * Lets traffic leave these subnets, or blocks it. It gets the public address where the uplink is routed and the gateway
 * has one subnet, because an address is at one router. Otherwise it gets the address of the subnet's router at the
 * uplink.
 */
export async function translateSubnets(
  site: LxdSite,
  uplink: string,
  subnetIds: readonly string[],
  address: string | null,
  signal: AbortSignal,
): Promise<void> {
  const own = address !== null && subnetIds.length === 1 && (await isRouted(site, uplink, signal)) ? address : "";
  for (const subnetId of subnetIds) {
    const network = await findSubnetNetwork(site, subnetId, signal);
    if (network === undefined) continue;
    const acls = address === null ? insideAclOf(network.config["user.fulmar.vpc"] ?? "") : "";
    if ((network.config["security.acls"] ?? "") === acls && (network.config[ADDRESS] ?? "") === own) continue;
    const config = { "security.acls": acls, [ADDRESS]: own };
    await site.client.change("PATCH", pathOf("networks", network.name), { config }, signal).catch(retriedWhenTaken);
  }
}

async function isRouted({ client }: LxdSite, uplink: string, signal: AbortSignal): Promise<boolean> {
  const { config } = await client.get(pathOf("networks", uplink), LxdNetwork, signal);
  return config["ovn.ingress_mode"] === "routed";
}
