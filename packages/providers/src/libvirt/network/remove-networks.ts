import type { Operation } from "@fulmar/ovsdb";
import type { LibvirtSite } from "../libvirt-site.ts";
import { readerOf } from "./change.ts";
import { isOurs, isSites, select } from "./rows.ts";

/** The tables whose rows stand alone. Others go with what refers to them. */
const TABLES = [
  "Logical_Router",
  "Logical_Switch",
  "Load_Balancer",
  "DHCP_Options",
  "DNS",
  "Port_Group",
  "Address_Set",
] as const;

/** Removes all networks of a site. Repeatable. */
export async function removeNetworks(site: LibvirtSite, signal: AbortSignal): Promise<void> {
  const [ports = []] = await readerOf(site, signal)(select("Logical_Router_Port", ["name"], isOurs(site, "names")));
  const operations: Operation[] = [
    ...TABLES.map((table) => ({ op: "delete" as const, table, where: [isSites(site)] })),
    // Its rows have no labels; each is of a port.
    ...ports.map(({ name }) => ({
      op: "delete" as const,
      table: "Static_MAC_Binding",
      where: [["logical_port", "==", String(name)]] as const,
    })),
  ];
  await site.northbound.transact(operations, signal);
}
