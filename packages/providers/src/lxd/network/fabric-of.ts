import type { LxdSite } from "../lxd-site.ts";
import { bridgeFabric } from "./bridges/bridge-fabric.ts";
import type { Fabric } from "./fabric.ts";
import { ovnFabric } from "./ovn/ovn-fabric.ts";

/** A site with an uplink uses OVN networks, one without uses bridges. */
export function fabricOf(site: LxdSite): Fabric {
  return site.uplink === undefined ? bridgeFabric(site) : ovnFabric(site, site.uplink);
}
