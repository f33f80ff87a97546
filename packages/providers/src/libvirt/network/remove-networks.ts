import type { LibvirtSite } from "../libvirt-site.ts";
import { isSites } from "./rows.ts";

/** The tables whose rows stand alone. Others go with what refers to them. */
const TABLES = [
  "Logical_Router",
  "Logical_Switch",
  "Load_Balancer",
  "DHCP_Options",
  "Port_Group",
  "Address_Set",
] as const;

/** Removes all networks of a site. Repeatable. */
export async function removeNetworks(site: LibvirtSite, signal: AbortSignal): Promise<void> {
  const operations = TABLES.map((table) => ({ op: "delete" as const, table, where: [isSites(site)] }));
  await site.northbound.transact(operations, signal);
}
