/** Features that a site may lack. Those of every site are not listed. VM actions have their own names. */
export const SITE_FEATURES = [
  "console_log",
  "gpu",
  "ipv6",
  "load_balancer",
  "private_dns",
  "rescue",
  "screen",
  "update_access",
  "vpc_peering",
] as const;
export type SiteFeature = (typeof SITE_FEATURES)[number];

/** A site's capacity for instances, and how much of it is free. */
export interface SiteCapacity {
  readonly cpus: number;
  readonly ramMb: number;
  readonly freeRamMb: number;
  readonly diskGb: number;
  readonly freeDiskGb: number;
}

export interface SiteReport {
  /** The server software, such as `lxd 5.0.2`. */
  readonly server: string;
  readonly capacity: SiteCapacity;
  readonly instanceType: "container" | "virtual-machine";
  readonly unsupported: readonly SiteFeature[];
  /** Sentences for the operator: what walls guests off less than this server could, and what to do. */
  readonly warnings: readonly string[];
}

/** Describes a site. Throws ProviderError, and ends early by throwing when the signal is aborted. */
export interface SitePort {
  /** Null for a site without limits. */
  inspect(signal: AbortSignal): Promise<SiteReport | null>;
  /** Keeps guests from the host's own addresses as they are now. Repeatable. */
  protectHost(signal: AbortSignal): Promise<void>;
  /**
   * Reports every VM whose instance may have changed, as it happens. Changes before the call are not reported. Returns
   * when the signal is aborted, or at once where a site sends no events.
   */
  watchInstances(changed: (vmId: string) => void, signal: AbortSignal): Promise<void>;
}
