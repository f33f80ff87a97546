import type { ResourceRecord } from "./inventory-port.ts";

/** A volume to capture: the root volume of an instance, or one that is attached to it. */
export interface CaptureVolume {
  readonly volumeId: string;
  readonly role: "root" | "data";
  readonly sizeGb: number;
}

/** What became of one volume in a snapshot or a backup. */
export interface VolumeCopy {
  readonly volumeId: string;
  /** The provider's own name of it. */
  readonly ref: string;
  readonly sizeBytes: bigint;
}

export interface BackupSpec {
  readonly backupId: string;
  /**
   * Null for a full backup; an incremental one keeps what has changed since its parent, and all of a volume that the
   * parent does not have.
   */
  readonly parentBackupId: string | null;
  readonly record: ResourceRecord;
}

/** What a backup holds of one volume, as a file that its site can read again. */
export interface BackupFile {
  /** Of letters, digits, dots and dashes. */
  readonly name: string;
  readonly volumeId: string;
  readonly role: CaptureVolume["role"];
  /** What reads it, such as `lxd-instance`. */
  readonly format: string;
  readonly sizeBytes: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** A snapshot or a backup as the provider's inventory has it. */
export interface RecoveryPoint {
  readonly id: string;
  readonly vmId: string;
  readonly kind: "snapshot" | "backup";
}

/**
 * Keeps copies of a VM's volumes. The promises are those of the compute port: idempotent under our ids, repeatable
 * after a crash.
 */
export interface RecoveryPort {
  /**
   * Captures the volumes at one moment; one answer per volume, in any order.
   * @param snapshot.record null for a copy that a restore keeps while it runs
   */
  createSnapshot(
    vmId: string,
    snapshot: { readonly snapshotId: string; readonly record: ResourceRecord | null },
    volumes: readonly CaptureVolume[],
    signal: AbortSignal,
  ): Promise<VolumeCopy[]>;
  /**
   * Overwrites these volumes with what the snapshot holds of them; the instance must be stopped. Volumes that have
   * grown since keep their size.
   */
  restoreSnapshot(
    vmId: string,
    snapshotId: string,
    volumes: readonly CaptureVolume[],
    signal: AbortSignal,
  ): Promise<void>;
  deleteSnapshot(vmId: string, snapshotId: string, signal: AbortSignal): Promise<void>;
  /** As `createSnapshot`, to the backup storage. */
  createBackup(
    vmId: string,
    backup: BackupSpec,
    volumes: readonly CaptureVolume[],
    signal: AbortSignal,
  ): Promise<VolumeCopy[]>;
  /** As `restoreSnapshot`; an incremental backup brings along what it is built upon. */
  restoreBackup(vmId: string, backupId: string, volumes: readonly CaptureVolume[], signal: AbortSignal): Promise<void>;
  /** Refused with `backup_in_use` while an incremental backup is built upon it. */
  deleteBackup(vmId: string, backupId: string, signal: AbortSignal): Promise<void>;
  /**
   * Takes a backup out of the site, whole, whatever it is built upon: a file for each volume, in their order. Each is
   * read to its end, or left, before the next one is asked for. What the site needs for it meanwhile is gone
   * afterwards.
   */
  exportBackup(
    vmId: string,
    backupId: string,
    volumes: readonly CaptureVolume[],
    signal: AbortSignal,
  ): AsyncIterable<BackupFile>;
  /** Those of the given snapshots and backups that exist, in any order. */
  findRecoveryPoints(ids: readonly string[], signal: AbortSignal): Promise<RecoveryPoint[]>;
  /** The whole inventory in pages, ordered by id, beginning behind `after`. */
  listRecoveryPoints(
    page: { readonly after: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<RecoveryPoint[]>;
}
