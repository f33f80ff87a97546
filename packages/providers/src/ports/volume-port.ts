import type { SiteRecord } from "./inventory-port.ts";

/** A new volume. */
export interface VolumeSpec {
  readonly name: string;
  readonly sizeGb: number;
  readonly type: "ssd" | "nvme" | "hdd";
  /** The snapshot to copy, of a volume that is no larger; null for an empty volume. */
  readonly source: { readonly volumeId: string; readonly snapshotId: string } | null;
  /** What the volume has, as a snapshot or a backup of an instance has it; null or undefined for what `source` says. */
  readonly point?: VolumeOfPoint | null;
  readonly record: SiteRecord;
}

/** A data volume in a snapshot or a backup of an instance at the same site. */
export interface VolumeOfPoint {
  readonly kind: "snapshot" | "backup";
  readonly pointId: string;
  /** The instance that was captured, and its volume. */
  readonly vmId: string;
  readonly volumeId: string;
}

/** Where a volume is attached. The device path is the guest's, such as `/dev/vdb`. */
export interface VolumeTarget {
  readonly vmId: string;
  readonly devicePath: string;
}

/** A volume in the provider's inventory. */
export interface StoredVolume {
  readonly volumeId: string;
  readonly sizeGb: number;
  readonly attachedVmId: string | null;
}

/**
 * Keeps the volumes of a site and attaches them to its instances, running or stopped. Like the compute port, it is
 * idempotent under our ids and repeatable after a crash. What it deletes or detaches may be gone or detached already.
 */
export interface VolumePort {
  createVolume(volumeId: string, spec: VolumeSpec, signal: AbortSignal): Promise<void>;
  /** Grows a volume. One of that size or larger stays as it is. */
  growVolume(volumeId: string, sizeGb: number, signal: AbortSignal): Promise<void>;
  /** Deletes a volume with its snapshots, after detaching it. */
  deleteVolume(volumeId: string, signal: AbortSignal): Promise<void>;
  /**
   * @throws ProviderError `volume_in_use` when another instance has it, `device_in_use` (retryable) when another volume
   * has the device
   */
  attachVolume(volumeId: string, target: VolumeTarget, signal: AbortSignal): Promise<void>;
  detachVolume(volumeId: string, vmId: string, signal: AbortSignal): Promise<void>;
  createSnapshot(volumeId: string, snapshotId: string, signal: AbortSignal): Promise<{ readonly storedBytes: bigint }>;
  deleteSnapshot(volumeId: string, snapshotId: string, signal: AbortSignal): Promise<void>;
  /** Finds the given volumes; missing ones are omitted, the order is arbitrary. */
  findVolumes(volumeIds: readonly string[], signal: AbortSignal): Promise<StoredVolume[]>;
  /** Lists all volumes in pages, ordered by volume id, starting after `after`. */
  listVolumes(page: { readonly after: string; readonly limit: number }, signal: AbortSignal): Promise<StoredVolume[]>;
}
