// Without schemas, so that importers of these constants do not load zod.

export const LOAD_BALANCER_STATUSES = ["provisioning", "active", "updating", "error"] as const;
export const LOAD_BALANCER_PROTOCOLS = ["tcp", "udp", "http", "https"] as const;
/** `draining`: disabled by its owner, so it gets no new connections. `unknown`: not checked yet. */
export const TARGET_HEALTH_STATUSES = ["online", "offline", "draining", "unknown"] as const;

/** The state of a listener's domain: `active` while its certificate is served. */
export const DOMAIN_CERTIFICATE_STATUSES = ["pending", "active", "failed"] as const;

/**
 * The limits of a load balancer. The limit of targets is per pool, those of certificates and domains are per listener.
 */
export const MOST_LISTENERS = 50;
export const MOST_POOLS = 100;
export const MOST_TARGETS = 200;
export const MOST_CERTIFICATES = 25;
export const MOST_DOMAINS = 25;

/** The port of a domain that a certificate authority visits (RFC 8555 §8.3). */
export const CHALLENGE_PORT = 80;

/** Only these protocols read requests, so only these support rules and cookies. */
export function speaksHttp(protocol: (typeof LOAD_BALANCER_PROTOCOLS)[number]): boolean {
  return protocol === "http" || protocol === "https";
}
