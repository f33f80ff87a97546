import type { SiteRecord } from "./inventory-port.ts";

export interface BalancerTarget {
  readonly targetId: string;
  /** Null where the target is given by address. */
  readonly vmId: string | null;
  /** Null for a VM without an address. */
  readonly address: string | null;
  readonly port: number;
  /** A target with weight 0, or a disabled one, gets no new connections. Existing connections continue. */
  readonly weight: number;
  readonly enabled: boolean;
}

export interface BalancerPool {
  readonly poolId: string;
  readonly protocol: "tcp" | "udp" | "http" | "https";
  readonly algorithm: "round_robin" | "least_connections" | "source_ip";
  readonly stickySessions: "none" | "source_ip" | "cookie";
  /** `path` and `expectedStatuses`, such as 200 or 200-399, apply only to `http`. */
  readonly healthCheck: {
    readonly type: "tcp" | "http";
    readonly path: string;
    readonly expectedStatuses: readonly string[];
    readonly intervalSeconds: number;
    readonly timeoutSeconds: number;
    readonly healthyThreshold: number;
    readonly unhealthyThreshold: number;
  };
  readonly targets: readonly BalancerTarget[];
}

/**
 * Null matches anything. A host may begin with `*.`, and a prefix matches whole segments. Exactly one of pool and
 * redirect is set.
 */
export interface BalancerRule {
  readonly host: string | null;
  readonly path: { readonly match: "exact" | "prefix"; readonly value: string } | null;
  readonly header: { readonly name: string; readonly value: string } | null;
  readonly poolId: string | null;
  /** A null URL redirects to the same host and path by HTTPS. */
  readonly redirect: { readonly url: string | null; readonly status: number } | null;
}

export interface BalancerListener {
  readonly listenerId: string;
  readonly protocol: "tcp" | "udp" | "http" | "https";
  readonly port: number;
  readonly idleTimeoutSeconds: number;
  readonly certificate: { readonly chainPem: string; readonly privateKeyPem: string } | null;
  /** Rules in order; the first that matches decides. */
  readonly rules: readonly BalancerRule[];
  readonly defaultPoolId: string | null;
}

/** The full configuration of a balancer. */
export interface BalancerConfiguration {
  /** Increases with each change. */
  readonly revision: number;
  readonly name: string;
  readonly publicIp: string | null;
  /** The network of the targets; null for the site's own. */
  readonly subnetId: string | null;
  readonly pools: readonly BalancerPool[];
  readonly listeners: readonly BalancerListener[];
  readonly record: SiteRecord;
}

export interface Balancer {
  readonly loadBalancerId: string;
  readonly revision: number;
}

/** The health of a target. `reason` is a sentence for its owner; null for one that is online. */
export interface BalancerTargetHealth {
  readonly targetId: string;
  readonly status: "online" | "offline" | "draining" | "unknown";
  readonly reason: string | null;
}

/**
 * Drives the balancers of a site. Every call is idempotent under the balancer's id and may be repeated after a crash.
 * Every call may throw ProviderError, and ends early by throwing when the signal is aborted.
 */
export interface LoadBalancerPort {
  /**
   * Creates a balancer, or replaces its whole configuration atomically without dropping connections. An older revision
   * than the applied one changes nothing.
   */
  apply(loadBalancerId: string, configuration: BalancerConfiguration, signal: AbortSignal): Promise<void>;
  /** Removes a balancer. It may be gone already. */
  remove(loadBalancerId: string, signal: AbortSignal): Promise<void>;
  /** The health of all targets of a balancer; empty for a balancer that the site does not have. */
  health(loadBalancerId: string, signal: AbortSignal): Promise<BalancerTargetHealth[]>;
  /** Finds the given balancers; missing ones are omitted, the order is arbitrary. */
  findBalancers(loadBalancerIds: readonly string[], signal: AbortSignal): Promise<Balancer[]>;
  /** Lists all balancers in pages, ordered by id, starting after `after`. */
  listBalancers(page: { readonly after: string; readonly limit: number }, signal: AbortSignal): Promise<Balancer[]>;
}
