import type {
  BalancerDocument,
  BalancerListener,
  BalancerPool,
  BalancerTarget,
  TargetHealth,
} from "@fulmar/edge-protocol";
import type { SiteRecord } from "./inventory-port.ts";

/** A target, and the VPC's subnet of its address; null for the site's own network. */
export interface TargetConfiguration extends Omit<BalancerTarget, "subnet"> {
  readonly subnet: { readonly subnetId: string; readonly gateway: string } | null;
}

export interface PoolConfiguration extends Omit<BalancerPool, "targets"> {
  readonly targets: readonly TargetConfiguration[];
}

/** The full configuration of a balancer. */
export interface BalancerConfiguration {
  /** Increases with each change. */
  readonly revision: number;
  readonly name: string;
  readonly siteId: string;
  readonly publicIp: string | null;
  /** The network of the targets; null for the site's own. */
  readonly subnetId: string | null;
  readonly pools: readonly PoolConfiguration[];
  readonly listeners: readonly BalancerListener[];
  readonly challenges: BalancerDocument["challenges"];
  readonly record: SiteRecord;
}

export interface Balancer {
  readonly loadBalancerId: string;
  readonly revision: number;
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
  health(loadBalancerId: string, signal: AbortSignal): Promise<TargetHealth[]>;
  /** Finds the given balancers; missing ones are omitted, the order is arbitrary. */
  findBalancers(loadBalancerIds: readonly string[], signal: AbortSignal): Promise<Balancer[]>;
  /** Lists all balancers in pages, ordered by id, starting after `after`. */
  listBalancers(page: { readonly after: string; readonly limit: number }, signal: AbortSignal): Promise<Balancer[]>;
}
