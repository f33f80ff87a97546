"use client";

import type { SnapshotSet } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { onDemand } from "@/client/on-demand.tsx";
import { planOf } from "@/client/plan-question.ts";
import { Confirm } from "@/components/confirm.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { gigabytes } from "@/vms/plan.ts";
import { CaptureActions } from "../capture-actions.tsx";
import { CaptureStatusBadge } from "../capture-status-badge.tsx";
import { useVm } from "../vm-place.tsx";

const column = columnsOf<SnapshotSet>();

/** A snapshot's failure reason is in its metadata, whose fields the specification leaves open. */
function reasonOf({ metadata }: SnapshotSet): string | null {
  return typeof metadata.error_message === "string" ? metadata.error_message : null;
}

export const snapshotColumns = [
  column("name", "Name", (snapshot) => (
    <div className="min-w-36 max-w-72 py-2">
      <span className="font-medium">{snapshot.name}</span>
      {snapshot.description !== null && <p className="truncate text-ink-muted text-xs">{snapshot.description}</p>}
    </div>
  )),
  column("status", "Status", (snapshot) => (
    <div className="max-w-64 py-2">
      <CaptureStatusBadge status={snapshot.status} />
      {reasonOf(snapshot) !== null && <p className="mt-1 text-bad text-xs">{reasonOf(snapshot)}</p>}
    </div>
  )),
  column("volumes", "Captured", (snapshot) => (
    <div className="max-w-64 py-2">
      {snapshot.volume_manifest_summary.summary_text}
      {/* A restore does not undo these changes. */}
      {snapshot.live_drift_summary.drifted && (
        <p className="text-warn text-xs">{snapshot.live_drift_summary.message}</p>
      )}
    </div>
  )),
  column("size", "Size", (snapshot) => (
    <span className="whitespace-nowrap">{snapshot.size_gb === null ? "" : gigabytes(snapshot.size_gb)}</span>
  )),
  column("created", "Taken", (snapshot) => <DateTime iso={snapshot.created_at} />),
  column("actions", hiddenTitle("Actions"), (snapshot) => <SnapshotActions snapshot={snapshot} />),
];

const RestoreQuestion = onDemand(async () => (await import("../restore-question.tsx")).RestoreQuestion);

function SnapshotActions({ snapshot }: { snapshot: SnapshotSet }) {
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
  const { vm, procedures, plans, target } = useVm();
  const inputOf = (volume_ids: string[]) => ({ ...target, snapshot_set_id: snapshot.snapshot_set_id, volume_ids });
  const changed = useChanged("begun", vm.id);
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
      planFor={(volumeIds) => planOf(plans.snapshot.restore, inputOf(volumeIds))}
      onRestore={(volumeIds) => restore.mutate(inputOf(volumeIds))}
    />
  );
}

function DeleteSnapshot({ snapshot, open, onClose }: { snapshot: SnapshotSet } & DialogState) {
  const { procedures, plans, target } = useVm();
  const place = { ...target, snapshot_set_id: snapshot.snapshot_set_id };
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
      lead="The VM can no longer be restored to it. This cannot be undone; the VM itself keeps running."
      action="Delete snapshot"
      typeName={snapshot.name}
      plan={planOf(plans.snapshot.delete, place)}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(place)}
    />
  );
}
