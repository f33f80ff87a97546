import { pathOf } from "../../client/lxd-client.ts";
import type { LxdSite } from "../../lxd-site.ts";
import type { Fabric } from "../fabric.ts";
import { freeAddress, homeConfig, homeNetwork } from "../home-network.ts";
import { findSubnetNetwork, networkNameOf } from "../subnet-networks.ts";
import { isolateVpcs } from "./isolation.ts";
import { filterRecord, putFilters } from "./network-filters.ts";
import { applySubnet, removeSubnet } from "./subnets.ts";

/** Bridges of one host. The host routes between them, so its packet filter isolates VPCs. */
export function bridgeFabric(site: LxdSite): Fabric {
  return {
    makeHome: (signal) => makeHomeBridge(site, signal),
    deviceOf: networkNameOf,
    applySubnet: (...call) => applySubnet(site, ...call),
    removeSubnet: (...call) => removeSubnet(site, ...call),
    nicKeys({ network }) {
      const own = { "security.mac_filtering": "true", "security.ipv4_filtering": "true" };
      // Instances outside VPCs may belong to different customers, so the bridge isolates its ports.
      return network === site.network ? { ...own, "security.port_isolation": "true" } : own;
    },
    prepareFilter: async (_vmId, { rules }) => filterRecord(rules),
    applyFilters: (networks, signal) => putFilters(site, networks, signal),
    protectHost: (signal) => isolateVpcs(site, signal),
    removeFilter: async () => undefined,
    async translate(subnetIds, address, signal) {
      for (const subnetId of subnetIds) await setTranslation(site, subnetId, address, signal);
    },
  };
}

/** The bridge of instances that are in no VPC. */
async function makeHomeBridge(site: LxdSite, signal: AbortSignal): Promise<void> {
  if ((await homeNetwork(site, "bridge", signal)) === undefined) {
    const config = homeConfig(site, await freeAddress(site, signal));
    await site.client.change("POST", "/networks", { name: site.network, type: "bridge", ...config }, signal);
  }
  await isolateVpcs(site, signal);
  await putFilters(site, [site.network], signal);
}

/** @param address null: traffic that leaves the subnet is not translated, so answers from outside do not come back */
async function setTranslation(
  site: LxdSite,
  subnetId: string,
  address: string | null,
  signal: AbortSignal,
): Promise<void> {
  const bridge = await findSubnetNetwork(site, subnetId, signal);
  if (bridge === undefined) return;
  const config = { "ipv4.nat": String(address !== null), "ipv4.nat.address": address ?? "" };
  if (
    bridge.config["ipv4.nat"] === config["ipv4.nat"] &&
    (bridge.config["ipv4.nat.address"] ?? "") === config["ipv4.nat.address"]
  )
    return;
  await site.client.change("PATCH", pathOf("networks", bridge.name), { config }, signal);
}
