import { ProviderError } from "../../ports/provider-error.ts";
import type { BackupFile, CaptureVolume, PointRef, RecoveryPort } from "../../ports/recovery-port.ts";
import { type LibvirtSite, pageOf } from "../libvirt-site.ts";
import { exportFile } from "../storage/names.ts";
import { inGibibytes } from "../storage/pool.ts";
import { capture, removePoint } from "./capture.ts";
import { importBackup } from "./import-backup.ts";
import { copyIn, type PointRecord, pointsOf } from "./points.ts";
import { restore } from "./restore.ts";

/** Snapshots and backups are copies in the pool: whole ones, and of a backup with a parent what has changed. */
export function libvirtRecovery(site: LibvirtSite): RecoveryPort {
  return {
    async createSnapshot(vmId, { snapshotId: id, record }, volumes, signal) {
      return capture(site, { kind: "snapshot", id, vmId, parentBackupId: null, record }, volumes, signal);
    },
    restoreSnapshot: (vmId, id, volumes, signal) => restore(site, { kind: "snapshot", id, vmId }, volumes, signal),
    deleteSnapshot: (_vmId, id, signal) => removePoint(site, id, signal),
    async createBackup(vmId, { backupId: id, parentBackupId, record }, volumes, signal) {
      return capture(site, { kind: "backup", id, vmId, parentBackupId, record }, volumes, signal);
    },
    restoreBackup: (vmId, id, volumes, signal) => restore(site, { kind: "backup", id, vmId }, volumes, signal),
    async deleteBackup(_vmId, id, signal) {
      const points = await pointsOf(site, null, signal);
      if (points.some(({ parentBackupId }) => parentBackupId === id)) {
        throw new ProviderError("backup_in_use", "Later backups depend on this one; delete those first.", {
          retryable: false,
        });
      }
      await removePoint(site, id, signal);
    },
    exportPoint: (...call) => exportPoint(site, ...call),
    importBackup: (...call) => importBackup(site, ...call),
    async findRecoveryPoints(ids, signal) {
      return (await pointsOf(site, new Set(ids), signal)).map(pointRef);
    },
    async listRecoveryPoints(page, signal) {
      return pageOf((await pointsOf(site, null, signal)).map(pointRef), ({ id }) => id, page);
    },
  };
}

const pointRef = ({ id, vmId, kind }: PointRecord) => ({ id, vmId, kind });

/** A copy that is on another is made whole for its export. */
async function* exportPoint(
  site: LibvirtSite,
  vmId: string,
  { kind, id }: PointRef,
  volumes: readonly CaptureVolume[],
  signal: AbortSignal,
): AsyncIterable<BackupFile> {
  for (const { volumeId, role } of volumes) {
    const copy = await copyIn(site, { kind, id, vmId, volumeId }, signal);
    const sizeGb = inGibibytes(await site.disks.capacityOf(copy, signal));
    const { sizeBytes, content, close } = await site.disks.open(copy, exportFile(id, volumeId), signal);
    try {
      yield {
        ...{ name: `${volumeId.replaceAll("_", "-")}.qcow2`, volumeId, role, sizeGb },
        ...{ format: "qcow2", sizeBytes: Number(sizeBytes), content },
      };
    } finally {
      await close();
    }
  }
}
