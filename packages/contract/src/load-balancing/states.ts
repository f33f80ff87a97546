// Without schemas: who shows or checks these words need not bring zod.

export const LOAD_BALANCER_STATUSES = ["provisioning", "active", "updating", "error"] as const;
export const LOAD_BALANCER_PROTOCOLS = ["tcp", "udp", "http", "https"] as const;
/** `draining`: gets no new connections, as its owner wants. `unknown`: was not looked at yet. */
export const TARGET_HEALTH_STATUSES = ["online", "offline", "draining", "unknown"] as const;

/** What a balancer has at most; targets in each of its pools. */
export const MOST_LISTENERS = 50;
export const MOST_POOLS = 100;
export const MOST_TARGETS = 200;

/** Only these read requests, so only these have rules and cookies. */
export function speaksHttp(protocol: (typeof LOAD_BALANCER_PROTOCOLS)[number]): boolean {
  return protocol === "http" || protocol === "https";
}
