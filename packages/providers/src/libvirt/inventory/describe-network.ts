import { type ResourceKind, recordedName, type SiteResource } from "../../ports/inventory-port.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { cardsIn } from "../network/cards.ts";
import { readerOf } from "../network/change.ts";
import { isOurs, type Labels, labelsIn, recordIn, revisionOf, select } from "../network/rows.ts";

type NetworkResource = Extract<ResourceKind, "subnet" | "vm_network" | "nat_gateway">;

const TABLE: Readonly<Record<NetworkResource, string>> = {
  subnet: "Logical_Switch",
  vm_network: "Port_Group",
  nat_gateway: "Address_Set",
};

/** Describes a network object from the labels of its row. */
export async function describeNetwork(
  kind: NetworkResource,
  site: LibvirtSite,
  id: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const [[row] = []] = await readerOf(site, signal)(select(TABLE[kind], [], isOurs(site, kind, { id })));
  const found = row && labelsIn(row);
  // A VM without a configuration of its network has one that belongs to it.
  if (found === undefined || revisionOf(found) === 0) return undefined;
  const record = recordIn(found);
  return {
    kind,
    id,
    name: recordedName(kind, record),
    size: sizeOf(kind, found),
    madeAt: found.madeAt === undefined ? null : new Date(found.madeAt),
    record,
    revision: revisionOf(found),
  };
}

/** The network of a subnet, the addresses of a VM, the public address of a gateway. */
function sizeOf(kind: NetworkResource, found: Labels): string | null {
  if (kind !== "vm_network") return found.state ?? null;
  return (
    cardsIn(found)
      .map(({ address }) => address)
      .join(", ") || null
  );
}
