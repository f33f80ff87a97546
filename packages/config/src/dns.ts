/** The name servers of the installation, which answer for the zones of tenants (docs/dns.md). */
export interface DnsConfiguration {
  /** Their names, below which each organization has its own, without a dot at their end. */
  readonly nameServers: readonly string[];
  /** The URLs of their HTTP APIs. Empty: they are simulated. */
  readonly servers: readonly string[];
  /** The key of these APIs. */
  readonly apiKey: string;
}

/** @returns undefined without name servers; a sentence when the variables do not go together */
export function dnsConfiguration(value: {
  readonly FULMAR_ENVIRONMENT: "development" | "production";
  readonly FULMAR_DNS_NAME_SERVERS: readonly string[];
  readonly FULMAR_DNS_SERVERS: readonly string[];
  readonly FULMAR_DNS_API_KEY?: string | undefined;
}): DnsConfiguration | string | undefined {
  const { FULMAR_DNS_NAME_SERVERS: nameServers, FULMAR_DNS_SERVERS: servers } = value;
  const { FULMAR_DNS_API_KEY: apiKey } = value;
  const isDevelopment = value.FULMAR_ENVIRONMENT === "development";
  if (servers.length === 0 && apiKey === undefined) {
    if (isDevelopment)
      return {
        nameServers: nameServers.length > 0 ? nameServers : ["ns1.fulmar.test", "ns2.fulmar.test"],
        ...{ servers, apiKey: "" },
      };
    if (nameServers.length === 0) return undefined;
  }
  if (nameServers.length === 0 || servers.length === 0 || apiKey === undefined)
    return (
      "FULMAR_DNS_NAME_SERVERS, FULMAR_DNS_SERVERS and FULMAR_DNS_API_KEY must be set together: the names of the " +
      "name servers, the URLs of their APIs and the key of these."
    );
  return { nameServers, servers, apiKey };
}
