"use client";

import type { SnapshotSet } from "@fulmar/contract";
import { onDemand } from "@/client/on-demand.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useSnapshotActions } from "@/snapshots/use-snapshot-actions.tsx";
import { gigabytes } from "@/vms/plan.ts";
import { useCaptureRefusals } from "../capture-actions.tsx";
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
  column("until", "Kept until", ({ outlives_vm }) => (
    <span className="whitespace-nowrap text-ink-subtle">{outlives_vm ? "you delete it" : "the VM is deleted"}</span>
  )),
  column("created", "Taken", (snapshot) => <DateTime iso={snapshot.created_at} />),
  column("actions", hiddenTitle("Actions"), (snapshot) => <SnapshotActions snapshot={snapshot} />),
];

const MakeImage = onDemand(async () => (await import("@/images/make-image.tsx")).MakeImage);
const RestoreSnapshot = onDemand(async () => (await import("../restore-question.tsx")).RestoreSnapshot);

function SnapshotActions({ snapshot }: { snapshot: SnapshotSet }) {
  const { vm, procedures, plans, target, refusal } = useVm();
  const refusals = useCaptureRefusals("snapshot", snapshot.status);
  const changed = useChanged();
  const actions = useSnapshotActions(snapshot);
  return (
    <DeleteAction
      deletion={procedures.snapshot.delete}
      input={{ ...target, snapshot_set_id: snapshot.snapshot_set_id }}
      plan={plans.snapshot.delete}
      onDeleted={() => changed(`Deleted ${snapshot.name}`)}
      what="snapshot"
      name={snapshot.name}
      lead="The VM can no longer be restored to it. This cannot be undone; the VM itself keeps running."
      typed
      refusal={refusals.remove}
      row={snapshot.name}
      others={[
        {
          label: "Restore",
          refusal: refusals.restore,
          dialog: (state) => <RestoreSnapshot snapshot={snapshot} {...state} />,
        },
        {
          label: "Make an image",
          refusal: refusal("snapshot") ?? (snapshot.status === "succeeded" ? null : "The snapshot has not succeeded."),
          dialog: (state) => (
            <MakeImage
              origin={{ snapshot_set_id: snapshot.snapshot_set_id }}
              vmId={vm.id}
              of={snapshot.name}
              {...state}
            />
          ),
        },
        ...actions,
      ]}
    />
  );
}
