import { lxdName } from "../../labels.ts";
import type { LxdSite } from "../../lxd-site.ts";
import type { Fabric } from "../fabric.ts";
import { removeAcl } from "../filters.ts";
import { freeAddress, homeConfig, homeNetwork } from "../home-network.ts";
import { putInstanceAcl } from "./acls.ts";
import { translateSubnets } from "./routes.ts";
import { applySubnet, removeSubnet } from "./subnets.ts";

/**
 * OVN networks, which span the members of a cluster. Each has its own router, so networks are separate until they are
 * peers. They leave by the uplink, and each NIC has its own filter.
 */
export function ovnFabric(site: LxdSite, uplink: string): Fabric {
  return {
    makeHome: (signal) => makeHomeNetwork(site, uplink, signal),
    deviceOf: () => null,
    applySubnet: (subnetId, wanted, signal) => applySubnet(site, uplink, subnetId, wanted, signal),
    removeSubnet: (...call) => removeSubnet(site, ...call),
    // The switch itself prevents spoofing.
    nicKeys: ({ vmId }) => ({
      "security.acls": lxdName(vmId),
      "security.acls.default.ingress.action": "drop",
      "security.acls.default.egress.action": "reject",
    }),
    async prepareFilter(vmId, filter, signal) {
      await putInstanceAcl(site, vmId, filter, signal);
      return {};
    },
    applyFilters: async () => undefined,
    // The networks of a cluster do not end at a host; what is beyond the uplink is guarded there.
    protectHost: async () => undefined,
    removeFilter: (vmId, signal) => removeAcl(site, lxdName(vmId), signal),
    translate: (...call) => translateSubnets(site, uplink, ...call),
  };
}

/**
 * Creates the OVN network of instances that are in no VPC. Unlike a bridge, it is created for all cluster members at
 * once.
 */
async function makeHomeNetwork(site: LxdSite, uplink: string, signal: AbortSignal): Promise<void> {
  if ((await homeNetwork(site, "ovn", signal)) !== undefined) return;
  const { description, config } = homeConfig(site, await freeAddress(site, signal));
  const network = { name: site.network, type: "ovn", description, config: { ...config, network: uplink } };
  await site.client.change("POST", "/networks", network, signal);
}
