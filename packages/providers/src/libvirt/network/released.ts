import type { LibvirtSite } from "../libvirt-site.ts";
import { changeNetworks } from "./change.ts";
import { referenceTo } from "./routers.ts";
import { labels, labelsIn } from "./rows.ts";
import { findNetwork, removeInstanceNetwork } from "./vm-networks.ts";

/** Lets the network of a released machine be as it is: it keeps ports and rules, and is no VM's any more. */
export async function releaseInstanceNetwork(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<void> {
  await changeNetworks(site, signal, async (read) => {
    const found = await findNetwork(site, vmId, read);
    if (found === undefined) return { operations: [], outcome: undefined };
    const { site: _, role: _former, record: _record, ...kept } = { role: "", ...labelsIn(found) };
    const row = { external_ids: labels(site, "released_network", kept) };
    const where = [["_uuid", "==", referenceTo(found)]] as const;
    return { operations: [{ op: "update", table: "Port_Group", where, row }], outcome: undefined };
  });
}

/** Removes the network that a machine had before it was released and adopted again. It may be gone. */
export function removeReleasedNetwork(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<void> {
  return removeInstanceNetwork(site, vmId, signal, "released_network");
}
