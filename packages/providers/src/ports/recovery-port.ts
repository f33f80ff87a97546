import type { SiteRecord } from "./inventory-port.ts";

/** A volume to capture: the root volume of an instance, or one that is attached to it. */
export interface CaptureVolume {
  readonly volumeId: string;
  readonly role: "root" | "data";
  readonly sizeGb: number;
}

/** The copy of one volume in a snapshot or a backup. */
export interface VolumeCopy {
  readonly volumeId: string;
  /** The provider's own name for the copy. */
  readonly ref: string;
  readonly sizeBytes: bigint;
}

export interface BackupSpec {
  readonly backupId: string;
  /**
   * Null for a full backup. An incremental one keeps what has changed since its parent, and all of a volume that the
   * parent does not have.
   */
  readonly parentBackupId: string | null;
  readonly record: SiteRecord;
}

/** A snapshot or a backup. */
export interface PointRef {
  readonly kind: "snapshot" | "backup";
  readonly id: string;
}

/** How a point is exported. */
export interface ExportedPoint extends PointRef {
  /** Nothing is compressed, so that what has not changed since another export is the same bytes. */
  readonly plain?: boolean;
}

/** One volume of a snapshot or a backup, as a file that its site can import. */
export interface BackupFile {
  /** Consists of letters, digits, dots and dashes. */
  readonly name: string;
  readonly volumeId: string;
  readonly role: CaptureVolume["role"];
  /** The size of the disk, which its content does not exceed. */
  readonly sizeGb: number;
  /** The format, such as `lxd-instance`. */
  readonly format: string;
  readonly sizeBytes: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** A snapshot or a backup in the provider's inventory. */
export interface RecoveryPoint {
  readonly id: string;
  readonly vmId: string;
  readonly kind: "snapshot" | "backup";
}

/**
 * Keeps copies of a VM's volumes. Like the compute port, it is idempotent under our ids and repeatable after a crash.
 */
export interface RecoveryPort {
  /**
   * Captures the volumes at one moment. Returns one copy for each volume, in any order. What has been captured under the
   * id stays, and is returned also when the instance is gone.
   * @param snapshot.record null for a copy that a restore keeps while it runs
   */
  createSnapshot(
    vmId: string,
    snapshot: { readonly snapshotId: string; readonly record: SiteRecord | null },
    volumes: readonly CaptureVolume[],
    signal: AbortSignal,
  ): Promise<VolumeCopy[]>;
  /**
   * Overwrites these volumes from the snapshot. The instance must be stopped. Volumes that have grown since keep their
   * size.
   */
  restoreSnapshot(
    vmId: string,
    snapshotId: string,
    volumes: readonly CaptureVolume[],
    signal: AbortSignal,
  ): Promise<void>;
  deleteSnapshot(vmId: string, snapshotId: string, signal: AbortSignal): Promise<void>;
  /** Like `createSnapshot`, but to the backup storage. */
  createBackup(
    vmId: string,
    backup: BackupSpec,
    volumes: readonly CaptureVolume[],
    signal: AbortSignal,
  ): Promise<VolumeCopy[]>;
  /** Like `restoreSnapshot`. An incremental backup is restored together with its parents. */
  restoreBackup(vmId: string, backupId: string, volumes: readonly CaptureVolume[], signal: AbortSignal): Promise<void>;
  /** Throws `backup_in_use` while an incremental backup depends on it. */
  deleteBackup(vmId: string, backupId: string, signal: AbortSignal): Promise<void>;
  /**
   * Exports a snapshot or a backup from the site, complete even if it is incremental: one file for each volume, in order.
   * The instance may be gone. Each file
   * is read to its end, or abandoned, before the next one is requested. Temporary objects at the site are removed
   * afterwards.
   */
  exportPoint(
    vmId: string,
    point: ExportedPoint,
    volumes: readonly CaptureVolume[],
    signal: AbortSignal,
  ): AsyncIterable<BackupFile>;
  /**
   * Brings the files of an exported point to the site, as a full backup of an instance that need not be there. It is
   * complete or not there: when reading a file throws, nothing is left. An existing backup stays as it is.
   * @param files as `exportPoint` gives them, the root volume first; each is read to its end before the next
   */
  importBackup(vmId: string, backupId: string, files: AsyncIterable<BackupFile>, signal: AbortSignal): Promise<void>;
  /** Finds the given snapshots and backups; missing ones are omitted, the order is arbitrary. */
  findRecoveryPoints(ids: readonly string[], signal: AbortSignal): Promise<RecoveryPoint[]>;
  /** Lists all recovery points in pages, ordered by id, starting after `after`. */
  listRecoveryPoints(
    page: { readonly after: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<RecoveryPoint[]>;
}
