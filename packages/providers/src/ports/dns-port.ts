import type { DnsRecordType } from "@fulmar/contract";
import type { SigningKey } from "../dns/signing-key.ts";
import type { DomainResolver } from "./cdn-ports.ts";
import type { Provider } from "./provider.ts";

/** The name servers of an installation and what they ask the rest of DNS. They belong to no site. */
export interface DnsProvider extends Pick<Provider, "beginStep"> {
  readonly servers: DnsPort;
  readonly resolver: Pick<DomainResolver, "txt">;
  readonly registry: DnsRegistry;
}

/** The records of one name and type. */
export interface ServedRecordSet {
  /** Whole, in lower case, with a dot at its end. */
  readonly name: string;
  readonly type: DnsRecordType;
  readonly ttl: number;
  /** In their normal form: names are whole and end with a dot, and the value of a TXT record is its text. */
  readonly values: readonly string[];
}

/** All that name servers answer for a domain, but its SOA record, which is theirs. */
export interface ServedZone {
  readonly zoneId: string;
  /** In lower case, without a dot at its end. */
  readonly name: string;
  /** The names of the name servers, without a dot at their end. The first is the primary of the SOA record. */
  readonly nameServers: readonly string[];
  /** Without NS records of the zone's own name. */
  readonly recordSets: readonly ServedRecordSet[];
  /** What the zone is signed with. Every server has the same key. Null for a zone that is not signed. */
  readonly signingKey: SigningKey | null;
}

/**
 * Drives the name servers. Every call is idempotent and may be repeated after a crash, may throw ProviderError, and ends
 * early by throwing when the signal is aborted.
 */
export interface DnsPort {
  /** Makes every name server answer exactly this for the zone. A zone of the same name and another id is taken over. */
  apply(zone: ServedZone, signal: AbortSignal): Promise<void>;
  /** Removes a zone. A zone of the same name and another id stays. It may be gone already. */
  remove(zone: Pick<ServedZone, "zoneId" | "name">, signal: AbortSignal): Promise<void>;
  /** The ids of the zones that every name server has. */
  list(signal: AbortSignal): Promise<ReadonlySet<string>>;
}

/** Asks the parent of a domain, such as the servers of `com`, what it delegates. */
export interface DnsRegistry {
  /**
   * The name servers that the parent names, in lower case, without a dot at their end. Empty if it names none.
   * @throws ProviderError `dns_unavailable` when the parent's servers do not answer
   */
  nameServersOf(domain: string, signal: AbortSignal): Promise<readonly string[]>;
  /**
   * The values of the DS records that the parent has of the domain, sorted, with digests in upper case. Empty if it has
   * none.
   * @throws ProviderError `dns_unavailable` when the parent's servers do not answer
   */
  signersOf(domain: string, signal: AbortSignal): Promise<readonly string[]>;
}
