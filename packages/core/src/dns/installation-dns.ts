import type { Configuration } from "@fulmar/config";
import type { Sql } from "@fulmar/prisma";
import { type DnsProvider, parentRegistry, powerDns, simulatedDns, systemResolver } from "@fulmar/providers";

/**
 * The name servers of an installation. Without the URLs of their APIs they are simulated; without names, which only an
 * installation in production can lack, there are none.
 */
export function installationDns(sql: Sql, { dns }: Pick<Configuration, "dns">): DnsProvider | undefined {
  if (dns === undefined) return undefined;
  const simulated = simulatedDns(sql, systemResolver(), parentRegistry());
  return dns.servers.length === 0 ? simulated : { ...simulated, servers: powerDns(dns) };
}
