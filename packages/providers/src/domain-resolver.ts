/**
 * Looks names up in DNS. What is found is compared and never connected to, so that an answer which points into a
 * private network leads nowhere. A name without such records gives an empty list; when DNS does not answer, and nothing
 * is known either way, ProviderError `dns_unavailable` is thrown.
 */
export interface DomainResolver {
  /** One text for each record, its parts joined. */
  txt(name: string, signal: AbortSignal): Promise<readonly string[]>;
  cname(name: string, signal: AbortSignal): Promise<readonly string[]>;
  /** IPv4 and IPv6 addresses, aliases followed. */
  addresses(name: string, signal: AbortSignal): Promise<readonly string[]>;
}
