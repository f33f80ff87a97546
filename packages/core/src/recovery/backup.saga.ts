import type { VmStatus } from "@fulmar/contract";
import { releaseVm } from "../compute/index.ts";
import { defineProviderSaga, type ProviderSagaInput } from "../work/provider-saga.ts";
import { beginBackup, endBackup, findBackup } from "./backup-moves.ts";
import { artifactsOutput, CAPTURE_STATUS } from "./capture-output.ts";
import { CaptureArtifacts, volumesOf } from "./captured-volume.ts";

export interface BackupInput extends ProviderSagaInput {
  readonly backup_id: string;
  /** The state that the VM has, and keeps. */
  readonly before: VmStatus;
}

/** A backup goes queued → running → succeeded | failed | cancelled; the VM stays what it is. */
export const backupSaga = defineProviderSaga<BackupInput>({
  name: "backup",
  timeoutMs: 3_600_000,
  steps: [
    {
      name: "begin-backup",
      async do({ services, workspaceId, input }) {
        await beginBackup(services.database.sql, workspaceId, input.backup_id);
        return undefined;
      },
    },
    {
      name: "copy-volumes",
      timeoutMs: 1_800_000,
      async do({ recovery, services, workspaceId, resourceId, input, signal }) {
        const backup = await findBackup(services.database.sql, workspaceId, input.backup_id);
        const spec = { backupId: input.backup_id, parentBackupId: backup.parent_backup_id, record: backup.record };
        return { output: artifactsOutput(await recovery.createBackup(resourceId, spec, volumesOf(backup), signal)) };
      },
      undo: ({ recovery, resourceId, input, signal }) => recovery.deleteBackup(resourceId, input.backup_id, signal),
    },
  ],
  async settle(transaction, context) {
    const { outcome, failure, outputs, input, workspaceId, resourceId: vmId } = context;
    await releaseVm(transaction, context, input.before);
    const artifacts = outcome === "succeeded" ? CaptureArtifacts.parse(outputs["copy-volumes"]) : {};
    await endBackup(transaction, {
      workspaceId,
      vmId,
      backupId: input.backup_id,
      status: CAPTURE_STATUS[outcome],
      artifacts,
      failure,
    });
  },
});
