import type { CdnCachePolicy } from "@fulmar/contract";
import type { Provider } from "./provider.ts";

/** The provider of an installation's CDN. It belongs to no site: a distribution is served everywhere. */
export interface CdnProvider extends Pick<Provider, "beginStep"> {
  readonly edge: EdgePort;
  readonly certificates: CertificatePort;
  readonly resolver: DomainResolver;
}

/** Where the edge fetches content that it has not cached. */
export type EdgeOrigin =
  | {
      readonly type: "bucket";
      readonly workspaceId: string;
      readonly bucketId: string;
      readonly name: string;
      readonly region: string;
      /** The URL of the region's object store; null for the installation's. */
      readonly endpoint: string | null;
      /** Whether everyone may read its objects. Private objects need a signed URL. */
      readonly isPublic: boolean;
      readonly signingKeys: readonly EdgeSigningKey[];
      readonly endedSigners: readonly EdgeEndedSigner[];
    }
  | { readonly type: "custom"; readonly url: string };

/** A signing key of the bucket's workspace, from which the edge's key is derived. */
export interface EdgeSigningKey {
  readonly keyId: string;
  readonly salt: string;
  /** Seconds since 1970, after which everything that the key signed is refused; null if not yet known. */
  readonly validUntil: number | null;
}

/** Somebody whose credential ends before the URLs that it has signed. */
export interface EdgeEndedSigner {
  /** As the `signer` parameter of URLs. */
  readonly signer: string;
  /** Seconds since 1970. */
  readonly until: number;
}

/** Website behavior. Redirects follow the contract's `redirectTarget`, so that visitors cannot choose the host. */
export interface EdgeWebsite {
  readonly indexDocument: string;
  readonly errorDocument: string | null;
  readonly spa: boolean;
  readonly redirects: readonly { readonly source: string; readonly destination: string; readonly status: number }[];
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

/** The full configuration of a distribution at the edge. */
export interface EdgeConfiguration {
  /** Increases with each change. */
  readonly revision: number;
  /** A disabled distribution serves nothing but stays configured. */
  readonly enabled: boolean;
  /** The host names that it serves: its default domain, and verified custom domains with a certificate. */
  readonly hosts: readonly string[];
  /** The path of a bucket on the CDN's common domain, such as /12/photos; null for a distribution, which has hosts. */
  readonly commonPath: string | null;
  readonly origin: EdgeOrigin;
  readonly cachePolicy: CdnCachePolicy;
  readonly website: EdgeWebsite;
}

export interface EdgeDistribution {
  readonly distributionId: string;
  readonly revision: number;
}

/** Paths as in URLs; a path that ends with `*` matches by prefix. */
export type EdgePurge = "everything" | { readonly paths: readonly string[] };

/**
 * Drives the servers that answer visitors. Every call is idempotent under the distribution's id and may be repeated
 * after a crash. Every call may throw ProviderError, and ends early by throwing when the signal is aborted.
 *
 * Customers choose custom origins, so the edge must not be tricked into our own network. The origin's URL was checked
 * when the distribution was created, but its name can resolve differently with every lookup (DNS rebinding). An adapter
 * therefore checks the address of each connection against the ranges of `custom-origin.ts`, follows no redirect of an
 * origin, and sends and refuses `CDN-Loop` (RFC 8586), so that a distribution whose origin leads back to the CDN ends.
 */
export interface EdgePort {
  /** Creates or replaces a distribution. An older revision than the deployed one changes nothing. */
  deploy(distributionId: string, configuration: EdgeConfiguration, signal: AbortSignal): Promise<void>;
  /** Removes a distribution and its cached content. It may be gone already. */
  remove(distributionId: string, signal: AbortSignal): Promise<void>;
  /** Removes cached responses, so that the next request fetches from the origin. */
  purge(distributionId: string, purge: EdgePurge, signal: AbortSignal): Promise<void>;
  /** Finds the given distributions; missing ones are omitted, the order is arbitrary. */
  find(distributionIds: readonly string[], signal: AbortSignal): Promise<EdgeDistribution[]>;
  /** Lists all distributions in pages, ordered by id, starting after `after`. */
  list(page: { readonly after: string; readonly limit: number }, signal: AbortSignal): Promise<EdgeDistribution[]>;
}

export interface Certificate {
  readonly expiresAt: Date;
}

/** Obtains certificates for names of the CDN and installs them at its edges. Idempotent under the domain. */
export interface CertificatePort {
  /**
   * Returns the domain's certificate, which is a new one when there is none, or it is to be renewed.
   * @returns undefined while the authority is working on it; call again later
   * @throws ProviderError when the authority refuses or does not answer
   */
  obtain(domain: string, signal: AbortSignal): Promise<Certificate | undefined>;
}

/**
 * Looks up names in DNS. Results are compared and never connected to, so an answer that points into a private network
 * does no harm. A name without such records gives an empty list. ProviderError `dns_unavailable` is thrown when DNS
 * does not answer.
 */
export interface DomainResolver {
  /** TXT records, each with its parts joined. */
  txt(name: string, signal: AbortSignal): Promise<readonly string[]>;
  cname(name: string, signal: AbortSignal): Promise<readonly string[]>;
  /** IPv4 and IPv6 addresses, following aliases. */
  addresses(name: string, signal: AbortSignal): Promise<readonly string[]>;
}
