/** A volume to capture: the root volume of an instance, or one that is attached to it. */
export interface CaptureVolume {
  readonly volumeId: string;
  readonly sizeGb: number;
}

export interface VolumeSnapshot {
  readonly volumeId: string;
  /** The provider's own name of it. */
  readonly ref: string;
  readonly sizeBytes: bigint;
}

/** Keeps copies of a VM's volumes. The promises are those of the compute port: idempotent under our ids, repeatable after a crash. */
export interface RecoveryPort {
  /** Captures the volumes at one moment; one answer per volume, in any order. */
  createSnapshot(vmId: string, snapshotId: string, volumes: readonly CaptureVolume[], signal: AbortSignal): Promise<VolumeSnapshot[]>;
  deleteSnapshot(vmId: string, snapshotId: string, signal: AbortSignal): Promise<void>;
}
