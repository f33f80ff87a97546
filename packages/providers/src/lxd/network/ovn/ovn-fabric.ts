import type { LxdSite } from "../../lxd-site.ts";
import { lxdName } from "../../names.ts";
import type { Fabric } from "../fabric.ts";
import { removeAcl } from "../filters.ts";
import { makeHomeNetwork } from "./home.ts";
import { putInstanceAcl } from "./instance-acls.ts";
import { applySubnet, removeSubnet } from "./subnets.ts";
import { translateSubnets } from "./translation.ts";

/**
 * OVN networks, which span the members of a cluster. Each has a router of its own, so networks know nothing of each
 * other until they are peers; they lead out by the uplink. Filters are those of each NIC.
 */
export function ovnFabric(site: LxdSite, uplink: string): Fabric {
  return {
    makeHome: (signal) => makeHomeNetwork(site, uplink, signal),
    applySubnet: (subnetId, wanted, signal) => applySubnet(site, uplink, subnetId, wanted, signal),
    removeSubnet: (...call) => removeSubnet(site, ...call),
    // The switch itself lets a NIC speak for nothing but its own addresses.
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
    removeFilter: (vmId, signal) => removeAcl(site, lxdName(vmId), signal),
    translate: (...call) => translateSubnets(site, uplink, ...call),
  };
}
