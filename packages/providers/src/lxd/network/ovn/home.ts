import type { LxdSite } from "../../lxd-site.ts";
import { freeAddress, homeConfig, homeNetwork } from "../home-network.ts";

/**
 * The OVN network of instances that are in no VPC. Unlike a bridge, it is made for all members of a cluster at once.
 */
export async function makeHomeNetwork(site: LxdSite, uplink: string, signal: AbortSignal): Promise<void> {
  if ((await homeNetwork(site, "ovn", signal)) !== undefined) return;
  const { description, config } = homeConfig(site, await freeAddress(site, signal));
  const network = { name: site.network, type: "ovn", description, config: { ...config, network: uplink } };
  await site.client.change("POST", "/networks", network, signal);
}
