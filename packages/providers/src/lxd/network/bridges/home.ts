import type { LxdSite } from "../../lxd-site.ts";
import { freeAddress, homeConfig, homeNetwork } from "../home-network.ts";
import { isolateVpcs } from "./isolation.ts";
import { putFilters } from "./network-filters.ts";

/** The bridge of instances that are in no VPC. */
export async function makeHomeBridge(site: LxdSite, signal: AbortSignal): Promise<void> {
  if ((await homeNetwork(site, "bridge", signal)) === undefined) {
    const config = homeConfig(site, await freeAddress(site, signal));
    await site.client.change("POST", "/networks", { name: site.network, type: "bridge", ...config }, signal);
  }
  await isolateVpcs(site, signal);
  await putFilters(site, [site.network], signal);
}
