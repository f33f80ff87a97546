import { z } from "zod";
import type { LxdSite } from "../../lxd-site.ts";

const Server = z.object({ api_extensions: z.array(z.string()) });
const KEY = "dns.nameservers";

/** A subnet's own resolvers, where the server can tell machines of them (Incus from 6.0.1); elsewhere they are told those of the uplink. */
export async function subnetResolvers({ client }: LxdSite, dns: readonly string[], signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
  const { api_extensions: known } = await client.get("", Server, signal);
  return known.includes("network_dns_nameservers") ? { [KEY]: dns.join(",") } : {};
}
