/** What a site may be unable to do; what can be asked of every site is not listed. VM actions have their own names. */
export const SITE_FEATURES = ["console_log", "gpu", "load_balancer", "rescue", "update_access"] as const;
export type SiteFeature = (typeof SITE_FEATURES)[number];

/** What a site has for machines, and what of it is free. */
export interface SiteCapacity {
  readonly cpus: number;
  readonly ramMb: number;
  readonly freeRamMb: number;
  readonly diskGb: number;
  readonly freeDiskGb: number;
}

export interface SiteReport {
  /** What answers there, such as `lxd 5.0.2`. */
  readonly server: string;
  readonly capacity: SiteCapacity;
  readonly unsupported: readonly SiteFeature[];
}

/** Tells what a site is. Throws ProviderError, and ends early by throwing when the signal is aborted. */
export interface SitePort {
  /** Null for a site without bounds. */
  inspect(signal: AbortSignal): Promise<SiteReport | null>;
  /**
   * Tells of every VM whose instance may be another than it was, as it happens; what happened while nobody listened is
   * not told. Returns when the signal is aborted, or at once where a site tells nothing by itself.
   */
  watchInstances(changed: (vmId: string) => void, signal: AbortSignal): Promise<void>;
}
