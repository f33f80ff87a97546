import type { AppliedNetwork, NetworkKind, NetworkPort } from "../../ports/network-port.ts";
import type { LxdSite } from "../lxd-site.ts";
import { fabricOf } from "./fabric-of.ts";
import { applyGateway, gatewayProfiles, removeGateway } from "./gateways.ts";
import { instanceProfiles } from "./instance-profile.ts";
import { applyInstance, removeInstanceNetwork } from "./instances.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { managedNetworks, revisionOf, subnetNetworks } from "./subnet-networks.ts";

/** The network port on an LXD or Incus server: bridges or OVN networks, ACLs, forwards and address translation. */
export function lxdNetworks(site: LxdSite): NetworkPort {
  const fabric = fabricOf(site);
  const all: Readonly<Record<NetworkKind, (signal: AbortSignal) => Promise<AppliedNetwork[]>>> = {
    subnet: async (signal) =>
      subnetNetworks(site, await managedNetworks(site, signal)).map(({ subnetId, revision }) => ({
        id: subnetId,
        revision,
      })),
    // Revision 0 is the default network of an instance without a configuration. It belongs to the instance.
    vm: async (signal) => {
      const profiles = await instanceProfiles(site, signal);
      return profiles
        .map(({ vmId, config }) => ({ id: vmId, revision: revisionOf(config) }))
        .filter(({ revision }) => revision > 0);
    },
    nat_gateway: (signal) => gatewayProfiles(site, signal),
  };
  const removals: Readonly<Record<NetworkKind, (id: string, signal: AbortSignal) => Promise<void>>> = {
    subnet: (id, signal) => fabric.removeSubnet(id, signal),
    vm: (id, signal) => removeInstanceNetwork(site, id, signal),
    nat_gateway: (id, signal) => removeGateway(site, id, signal),
  };
  return {
    deviceOf: (subnetId) => fabric.deviceOf(subnetId),
    applySubnet: (id, wanted, signal) => oneAtATime(site, signal, () => fabric.applySubnet(id, wanted, signal)),
    applyInstance: (id, wanted, signal) => oneAtATime(site, signal, () => applyInstance(site, id, wanted, signal)),
    applyGateway: (id, wanted, signal) => oneAtATime(site, signal, () => applyGateway(site, id, wanted, signal)),
    // Rules of its filters name addresses alone.
    applySet: null,
    findSets: async () => [],
    // Its machines ask the subnet's resolvers, past the server's own, which alone knows names (docs/adr/0195).
    applyNames: null,
    findNames: async () => [],
    remove: (kind, id, signal) => oneAtATime(site, signal, () => removals[kind](id, signal)),
    async find(kind, ids, signal) {
      const wanted = new Set(ids);
      return (await all[kind](signal)).filter(({ id }) => wanted.has(id));
    },
    async list(kind, { after, limit }, signal) {
      const present = await all[kind](signal);
      return present
        .filter(({ id }) => id > after)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit);
    },
  };
}
