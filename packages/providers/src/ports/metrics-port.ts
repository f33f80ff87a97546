/** The present load of a running instance, and its counters. */
export interface InstanceMetrics {
  readonly vmId: string;
  /** From 0 to 100, over all cores and all memory. */
  readonly cpuPercent: number;
  readonly memoryPercent: number;
  /**
   * Bytes since the instance was created; a provider that loses its counters starts again at 0. Null where disks are
   * not counted.
   */
  readonly readBytes: bigint | null;
  readonly writeBytes: bigint | null;
  readonly rxBytes: bigint;
  readonly txBytes: bigint;
}

/** Measures the instances of a site. Throws ProviderError, and ends early by throwing when the signal is aborted. */
export interface MetricsPort {
  /** The running instances in pages, ordered by VM id, starting after `after`. */
  readMetrics(
    page: { readonly after: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<InstanceMetrics[]>;
}
