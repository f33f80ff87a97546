import { knows } from "../../extensions.ts";
import type { LxdSite } from "../../lxd-site.ts";

/**
 * A subnet's own resolvers, where the server can tell machines of them (Incus 6); elsewhere they are told those of the
 * uplink.
 */
export async function subnetResolvers(
  site: LxdSite,
  dns: readonly string[],
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  return (await knows(site, "network_dns_nameservers", signal)) ? { "dns.nameservers": dns.join(",") } : {};
}
