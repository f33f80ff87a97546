import type { Provider } from "./provider.ts";

/** What drives the CDN of an installation. It belongs to no site: a distribution is served everywhere. */
export interface CdnProvider extends Pick<Provider, "beginStep"> {
  readonly edge: EdgePort;
  readonly certificates: CertificatePort;
  readonly resolver: DomainResolver;
}

/** Where the edge fetches what it does not have. */
export type EdgeOrigin =
  | { readonly type: "bucket"; readonly bucketId: string }
  | { readonly type: "custom"; readonly url: string };

/** Redirects are followed as `redirectTarget` of the contract does it, which keeps visitors from choosing the host. */
export interface EdgeWebsite {
  readonly indexDocument: string;
  readonly errorDocument: string | null;
  readonly spa: boolean;
  readonly redirects: readonly { readonly source: string; readonly destination: string; readonly status: number }[];
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

/** Everything that the edge needs to know of a distribution. */
export interface EdgeConfiguration {
  /** Counts up with each change of the rest. */
  readonly revision: number;
  /** One that is not answers nothing, but stays known. */
  readonly enabled: boolean;
  /**
   * The host names under which it is served: its default domain, and the custom domains that are proved and have a
   * certificate.
   */
  readonly hosts: readonly string[];
  readonly origin: EdgeOrigin;
  readonly cachePolicy: string;
  readonly website: EdgeWebsite;
}

export interface EdgeDistribution {
  readonly distributionId: string;
  readonly revision: number;
}

/** Paths as they stand in URLs; one that ends with `*` is everything that begins so. */
export type EdgePurge = "everything" | { readonly paths: readonly string[] };

/**
 * Drives the servers that answer visitors. Every call is idempotent under the distribution's id and may be repeated
 * after a crash; every call may throw ProviderError, and ends early by throwing when the signal is aborted.
 *
 * An edge fetches from a custom origin what a customer names, so it is the edge that must not be led into our own
 * network. The origin's URL was looked at when the distribution was made, but what its name resolves to can change with
 * every lookup (DNS rebinding): an adapter checks the address that it connects to, of the very connection, against the
 * ranges of `custom-origin.ts`, follows no redirect of an origin, and sends and refuses `CDN-Loop` (RFC 8586), so that
 * a distribution whose origin leads back to the CDN ends.
 */
export interface EdgePort {
  /** Makes or replaces a distribution; an older revision than the one it has changes nothing. */
  deploy(distributionId: string, configuration: EdgeConfiguration, signal: AbortSignal): Promise<void>;
  /** Together with what the edge keeps of it; it may be gone already. */
  remove(distributionId: string, signal: AbortSignal): Promise<void>;
  /** Forgets answers, so that the next request fetches anew. */
  purge(distributionId: string, purge: EdgePurge, signal: AbortSignal): Promise<void>;
  /** Those of the given distributions that it has, in any order. */
  find(distributionIds: readonly string[], signal: AbortSignal): Promise<EdgeDistribution[]>;
  /** The whole inventory in pages, ordered by id, beginning behind `after`. */
  list(page: { readonly after: string; readonly limit: number }, signal: AbortSignal): Promise<EdgeDistribution[]>;
}

export interface Certificate {
  readonly expiresAt: Date;
}

/**
 * Gets certificates for domains that are proved to be their owner's, and hands them to the edge. Idempotent under the
 * domain.
 */
export interface CertificatePort {
  /**
   * A certificate that is good for longer than `renewBeforeMs`: the one there is, or a new one.
   * @returns undefined while the authority is still at it; the call is repeated later
   * @throws ProviderError when the authority refuses or does not answer
   */
  obtain(domain: string, renewBeforeMs: number, signal: AbortSignal): Promise<Certificate | undefined>;
}

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
