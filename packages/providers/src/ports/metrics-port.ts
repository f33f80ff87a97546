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
  /** The GPUs of the instance, in the order of the instance. Null where the site measures none. */
  readonly gpus: readonly GpuLoad[] | null;
}

/** The present load of a GPU. Null for what the site does not measure. */
export interface GpuLoad {
  readonly utilisationPercent: number | null;
  readonly memoryPercent: number | null;
  readonly temperatureCelsius: number | null;
}

/** The counters of a volume that is attached to a running instance, and how full it is. */
export interface VolumeMetrics {
  readonly volumeId: string;
  /**
   * Since some moment in the past; a provider that loses its counters starts again at 0. Null where they are not
   * counted.
   */
  readonly readBytes: bigint | null;
  readonly writeBytes: bigint | null;
  readonly readOperations: bigint | null;
  readonly writeOperations: bigint | null;
  /**
   * How full its file system is, from 0 to 100. Null where the site does not know, as for a disk that the guest
   * formats.
   */
  readonly usedPercent: number | null;
}

type Page = { readonly after: string; readonly limit: number };

/**
 * Measures the instances and volumes of a site. Throws ProviderError, and ends early by throwing when the signal is
 * aborted.
 */
export interface MetricsPort {
  /** The running instances in pages, ordered by VM id, starting after `after`. */
  readMetrics(page: Page, signal: AbortSignal): Promise<InstanceMetrics[]>;
  /** The volumes that are attached to running instances, in pages, ordered by volume id, starting after `after`. */
  readVolumeMetrics(page: Page, signal: AbortSignal): Promise<VolumeMetrics[]>;
}
