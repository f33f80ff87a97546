"use client";

import type { Backup } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { onDemand } from "@/client/on-demand.tsx";
import { Confirm } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { CaptureActions } from "../capture-actions.tsx";
import { useVm } from "../vm-place.tsx";

const RestoreQuestion = onDemand(async () => (await import("../restore-question.tsx")).RestoreQuestion);

export function BackupActions({ backup }: { backup: Backup }) {
  return (
    <CaptureActions
      point="backup"
      name={`backup ${backup.backup_id}`}
      status={backup.status}
      restore={(state) => <RestoreBackup backup={backup} {...state} />}
      remove={(state) => <DeleteBackup backup={backup} {...state} />}
    />
  );
}

function RestoreBackup({ backup, ...state }: { backup: Backup } & DialogState) {
  const { vm, procedures, target } = useVm();
  const changed = useChanged("begun");
  const restore = useMutation(
    procedures.backup.restore.mutationOptions({
      onSuccess: () => {
        state.onClose();
        return changed(`Restoring ${vm.name}`);
      },
    }),
  );
  return (
    <RestoreQuestion
      {...state}
      point={`the ${backup.type} backup of ${backup.created_at.slice(0, 16).replace("T", " ")} UTC`}
      manifest={backup.volume_manifest}
      busy={restore.isPending}
      error={restore.error}
      onRestore={(volume_ids) => restore.mutate({ ...target, backup_id: backup.backup_id, volume_ids })}
    />
  );
}

function DeleteBackup({ backup, open, onClose }: { backup: Backup } & DialogState) {
  const { procedures, target } = useVm();
  const changed = useChanged();
  const remove = useMutation(
    procedures.backup.delete.mutationOptions({
      onSuccess: () => {
        onClose();
        return changed("Deleted the backup", backup.backup_id);
      },
    }),
  );
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title="Delete this backup?"
      lead="The VM can no longer be put back to it. This cannot be undone; the VM itself keeps running."
      action="Delete backup"
      typeName={backup.backup_id}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ ...target, backup_id: backup.backup_id })}
    />
  );
}
