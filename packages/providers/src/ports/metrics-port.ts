/** What a running instance does at a moment, and what it has done so far. */
export interface InstanceMetrics {
  readonly vmId: string;
  /** From 0 to 100, of all its cores and of all its memory. */
  readonly cpuPercent: number;
  readonly memoryPercent: number;
  /**
   * Bytes since the instance was made; a provider that loses count begins again at 0. Null where the disks are not
   * counted.
   */
  readonly readBytes: bigint | null;
  readonly writeBytes: bigint | null;
  readonly rxBytes: bigint;
  readonly txBytes: bigint;
}

/** Measures the machines of a site. Throws ProviderError, and ends early by throwing when the signal is aborted. */
export interface MetricsPort {
  /** The running instances in pages, ordered by VM id, beginning behind `after`. */
  readMetrics(
    page: { readonly after: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<InstanceMetrics[]>;
}
