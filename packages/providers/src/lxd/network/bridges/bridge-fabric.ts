import type { LxdSite } from "../../lxd-site.ts";
import type { Fabric } from "../fabric.ts";
import { makeHomeBridge } from "./home.ts";
import { filterRecord, putFilters } from "./network-filters.ts";
import { applySubnet, removeSubnet } from "./subnets.ts";
import { setTranslation } from "./translation.ts";

/** Bridges of one host, which routes between them; their packet filter keeps apart what is to be apart. */
export function bridgeFabric(site: LxdSite): Fabric {
  return {
    makeHome: (signal) => makeHomeBridge(site, signal),
    applySubnet: (...call) => applySubnet(site, ...call),
    removeSubnet: (...call) => removeSubnet(site, ...call),
    nicKeys({ network }) {
      const own = { "security.mac_filtering": "true", "security.ipv4_filtering": "true" };
      // Neighbours outside of VPCs are strangers, so their bridge keeps them apart.
      return network === site.network ? { ...own, "security.port_isolation": "true" } : own;
    },
    prepareFilter: async (_vmId, { rules }) => filterRecord(rules),
    applyFilters: (networks, signal) => putFilters(site, networks, signal),
    removeFilter: async () => undefined,
    async translate(subnetIds, address, signal) {
      for (const subnetId of subnetIds) await setTranslation(site, subnetId, address, signal);
    },
  };
}
