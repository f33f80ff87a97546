import type { ResourceRecord } from "./inventory-port.ts";

/** What a provider needs to make a volume. */
export interface VolumeSpec {
  readonly name: string;
  readonly sizeGb: number;
  readonly type: "ssd" | "nvme" | "hdd";
  /** The snapshot that it begins as a copy of, of a volume that is no larger; null for an empty volume. */
  readonly source: { readonly volumeId: string; readonly snapshotId: string } | null;
  readonly record: ResourceRecord;
}

/** Where an instance has a volume; the device path is the one that the guest sees, such as `/dev/vdb`. */
export interface VolumeTarget {
  readonly vmId: string;
  readonly devicePath: string;
}

/** A volume as the provider's inventory has it. */
export interface StoredVolume {
  readonly volumeId: string;
  readonly sizeGb: number;
  readonly attachedVmId: string | null;
}

/**
 * Keeps the volumes of a site and attaches them to its instances, running or stopped. The promises are those of the
 * compute port: idempotent under our ids, repeatable after a crash; what it deletes or detaches may be gone or detached
 * already.
 */
export interface VolumePort {
  createVolume(volumeId: string, spec: VolumeSpec, signal: AbortSignal): Promise<void>;
  /** A volume that is as large already, or larger, stays as it is. */
  growVolume(volumeId: string, sizeGb: number, signal: AbortSignal): Promise<void>;
  /** Its snapshots go with it, an attached volume is detached first. */
  deleteVolume(volumeId: string, signal: AbortSignal): Promise<void>;
  /**
   * @throws ProviderError `volume_in_use` when another instance has it, `device_in_use` (retryable) when the device is
   * another volume's
   */
  attachVolume(volumeId: string, target: VolumeTarget, signal: AbortSignal): Promise<void>;
  detachVolume(volumeId: string, vmId: string, signal: AbortSignal): Promise<void>;
  createSnapshot(volumeId: string, snapshotId: string, signal: AbortSignal): Promise<{ readonly storedBytes: bigint }>;
  deleteSnapshot(volumeId: string, snapshotId: string, signal: AbortSignal): Promise<void>;
  /** Those of the given volumes that exist, in any order. */
  findVolumes(volumeIds: readonly string[], signal: AbortSignal): Promise<StoredVolume[]>;
  /** The whole inventory in pages, ordered by volume id, beginning behind `after`. */
  listVolumes(page: { readonly after: string; readonly limit: number }, signal: AbortSignal): Promise<StoredVolume[]>;
}
