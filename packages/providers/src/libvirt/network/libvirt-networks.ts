import type { AppliedNetwork, NetworkKind, NetworkPort } from "../../ports/network-port.ts";
import { type LibvirtSite, pageOf } from "../libvirt-site.ts";
import { applySet, findSets } from "./address-sets.ts";
import { readerOf } from "./change.ts";
import { applyGateway, removeGateway } from "./gateways.ts";
import { applyNames, findNames } from "./names.ts";
import { type FoundRow, isOurs, labelsIn, nameOf, type Role, revisionOf, select } from "./rows.ts";
import { applySubnet, removeSubnet } from "./subnets.ts";
import { applyInstance, removeInstanceNetwork } from "./vm-networks.ts";

/** Where the rows of each kind are. */
const ROWS: Readonly<Record<NetworkKind, { readonly table: string; readonly role: Role }>> = {
  subnet: { table: "Logical_Switch", role: "subnet" },
  vm: { table: "Port_Group", role: "vm_network" },
  nat_gateway: { table: "Address_Set", role: "nat_gateway" },
};

/** The network port by OVN's northbound database. */
export function libvirtNetworks(site: LibvirtSite): NetworkPort {
  const removals: Readonly<Record<NetworkKind, typeof removeSubnet>> = {
    subnet: removeSubnet,
    vm: removeInstanceNetwork,
    nat_gateway: removeGateway,
  };
  return {
    applySubnet: (...call) => applySubnet(site, ...call),
    applyInstance: (...call) => applyInstance(site, ...call),
    applyGateway: (...call) => applyGateway(site, ...call),
    applySet: (...call) => applySet(site, ...call),
    findSets: (...call) => findSets(site, ...call),
    applyNames: (...call) => applyNames(site, ...call),
    findNames: (...call) => findNames(site, ...call),
    // Networks span hosts, and end at no device of one.
    deviceOf: () => null,
    remove: (kind, id, signal) => removals[kind](site, id, signal),
    async find(kind, ids, signal) {
      if (ids.length === 0) return [];
      const { table, role } = ROWS[kind];
      const named = ids.map((id) => select(table, [], ["name", "==", nameOf(id)], isOurs(site, role, { id })));
      return (await readerOf(site, signal)(...named)).flat().flatMap(applied);
    },
    async list(kind, page, signal) {
      const { table, role } = ROWS[kind];
      const [rows = []] = await readerOf(site, signal)(select(table, [], isOurs(site, role)));
      return pageOf(rows.flatMap(applied), ({ id }) => id, page);
    },
  };
}

/** Revision 0 is the network of a VM without a configuration. It belongs to the VM. */
function applied(row: FoundRow): AppliedNetwork[] {
  const found = labelsIn(row);
  const revision = revisionOf(found);
  return found.id === undefined || revision === 0 ? [] : [{ id: found.id, revision }];
}
