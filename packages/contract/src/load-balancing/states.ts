// Without schemas, so that importers of these constants do not load zod.

export const LOAD_BALANCER_STATUSES = ["provisioning", "active", "updating", "error"] as const;
export const LOAD_BALANCER_PROTOCOLS = ["tcp", "udp", "http", "https"] as const;
/** `draining`: disabled by its owner, so it gets no new connections. `unknown`: not checked yet. */
export const TARGET_HEALTH_STATUSES = ["online", "offline", "draining", "unknown"] as const;

/** The limits of a load balancer. The limit of targets is per pool. */
export const MOST_LISTENERS = 50;
export const MOST_POOLS = 100;
export const MOST_TARGETS = 200;

/** Only these protocols read requests, so only these support rules and cookies. */
export function speaksHttp(protocol: (typeof LOAD_BALANCER_PROTOCOLS)[number]): boolean {
  return protocol === "http" || protocol === "https";
}
