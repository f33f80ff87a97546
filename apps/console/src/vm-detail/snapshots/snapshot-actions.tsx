"use client";

import type { SnapshotSet } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { onDemand } from "@/client/on-demand.tsx";
import { Confirm } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { CaptureActions } from "../capture-actions.tsx";
import { useVm } from "../vm-place.tsx";

const RestoreQuestion = onDemand(async () => (await import("../restore-question.tsx")).RestoreQuestion);

export function SnapshotActions({ snapshot }: { snapshot: SnapshotSet }) {
  return (
    <CaptureActions
      point="snapshot"
      name={snapshot.name}
      status={snapshot.status}
      restore={(state) => <RestoreSnapshot snapshot={snapshot} {...state} />}
      remove={(state) => <DeleteSnapshot snapshot={snapshot} {...state} />}
    />
  );
}

function RestoreSnapshot({ snapshot, ...state }: { snapshot: SnapshotSet } & DialogState) {
  const { vm, procedures, target } = useVm();
  const changed = useChanged("begun");
  const restore = useMutation(
    procedures.snapshot.restore.mutationOptions({
      onSuccess: () => {
        state.onClose();
        return changed(`Restoring ${vm.name}`);
      },
    }),
  );
  return (
    <RestoreQuestion
      {...state}
      point={`snapshot ${snapshot.name}`}
      manifest={snapshot.volume_manifest}
      busy={restore.isPending}
      error={restore.error}
      onRestore={(volume_ids) => restore.mutate({ ...target, snapshot_set_id: snapshot.snapshot_set_id, volume_ids })}
    />
  );
}

function DeleteSnapshot({ snapshot, open, onClose }: { snapshot: SnapshotSet } & DialogState) {
  const { procedures, target } = useVm();
  const changed = useChanged();
  const remove = useMutation(
    procedures.snapshot.delete.mutationOptions({
      onSuccess: () => {
        onClose();
        return changed(`Deleted ${snapshot.name}`);
      },
    }),
  );
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={`Delete ${snapshot.name}?`}
      lead="The VM can no longer be put back to it. This cannot be undone; the VM itself keeps running."
      action="Delete snapshot"
      typeName={snapshot.name}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ ...target, snapshot_set_id: snapshot.snapshot_set_id })}
    />
  );
}
