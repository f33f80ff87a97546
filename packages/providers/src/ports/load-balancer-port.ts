import type { ResourceRecord } from "./inventory-port.ts";

export interface BalancerTarget {
  readonly targetId: string;
  /** Null where the target is an address of its own. */
  readonly vmId: string | null;
  /** Null for a VM that has no address yet, or none any more. */
  readonly address: string | null;
  readonly port: number;
  /** With 0, or when not enabled, it gets no new connections; those that it has go on. */
  readonly weight: number;
  readonly enabled: boolean;
}

export interface BalancerPool {
  readonly poolId: string;
  readonly protocol: "tcp" | "udp" | "http" | "https";
  readonly algorithm: "round_robin" | "least_connections" | "source_ip";
  readonly stickySessions: "none" | "source_ip" | "cookie";
  /** `path` and `expectedStatuses`, such as 200 or 200-399, are for `http` alone. */
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
 * Null stands for any; a host may begin with `*.`, and a prefix is one of whole segments. Exactly one of pool and
 * redirect is there.
 */
export interface BalancerRule {
  readonly host: string | null;
  readonly path: { readonly match: "exact" | "prefix"; readonly value: string } | null;
  readonly header: { readonly name: string; readonly value: string } | null;
  readonly poolId: string | null;
  /** Without a URL to the same host and path by HTTPS. */
  readonly redirect: { readonly url: string | null; readonly status: number } | null;
}

export interface BalancerListener {
  readonly listenerId: string;
  readonly protocol: "tcp" | "udp" | "http" | "https";
  readonly port: number;
  readonly idleTimeoutSeconds: number;
  readonly certificate: { readonly chainPem: string; readonly privateKeyPem: string } | null;
  /** In the order in which they are tried; the first that holds decides. */
  readonly rules: readonly BalancerRule[];
  readonly defaultPoolId: string | null;
}

/** Everything that a balancer needs to know. */
export interface BalancerConfiguration {
  /** Counts up with each change of the rest. */
  readonly revision: number;
  readonly name: string;
  readonly publicIp: string | null;
  /** The network of the targets; null for the site's own. */
  readonly subnetId: string | null;
  readonly pools: readonly BalancerPool[];
  readonly listeners: readonly BalancerListener[];
  readonly record: ResourceRecord;
}

export interface Balancer {
  readonly loadBalancerId: string;
  readonly revision: number;
}

/** What a balancer finds of a target. `reason` is a sentence for its owner; null for one that is online. */
export interface BalancerTargetHealth {
  readonly targetId: string;
  readonly status: "online" | "offline" | "draining" | "unknown";
  readonly reason: string | null;
}

/**
 * Drives the balancers of a site. Every call is idempotent under the balancer's id and may be repeated after a crash;
 * every call may throw ProviderError, and ends early by throwing when the signal is aborted.
 */
export interface LoadBalancerPort {
  /**
   * Makes a balancer, or replaces all that it does at one moment, without loss; an older revision than the one it has
   * changes nothing.
   */
  apply(loadBalancerId: string, configuration: BalancerConfiguration, signal: AbortSignal): Promise<void>;
  /** It may be gone already. */
  remove(loadBalancerId: string, signal: AbortSignal): Promise<void>;
  /** Of all targets that it was told of; nothing of a balancer that it does not have. */
  health(loadBalancerId: string, signal: AbortSignal): Promise<BalancerTargetHealth[]>;
  /** Those of the given balancers that it has, in any order. */
  findBalancers(loadBalancerIds: readonly string[], signal: AbortSignal): Promise<Balancer[]>;
  /** The whole inventory in pages, ordered by id, beginning behind `after`. */
  listBalancers(page: { readonly after: string; readonly limit: number }, signal: AbortSignal): Promise<Balancer[]>;
}
