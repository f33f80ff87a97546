"use client";

import type { SnapshotSet } from "@fulmar/contract";
import { useTRPC } from "@/client/trpc.ts";
import { DeleteAction } from "@/components/delete-action.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { isUnderWay } from "@/vms/detail/capture-status-badge.tsx";
import { useSnapshotActions } from "./use-snapshot-actions.tsx";

/** The menu of a snapshot in the list of all. */
export function SnapshotActions({ snapshot }: { snapshot: SnapshotSet }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { snapshot_set_id, name, status, vm_name } = snapshot;
  const underWay = isUnderWay(status) ? "The snapshot is being taken; wait until it has finished." : null;
  return (
    <DeleteAction
      deletion={trpc.workspaceSnapshot.delete}
      input={{ workspace_id: workspaceId, snapshot_set_id }}
      plan={trpc.changePlan.workspaceSnapshot.delete}
      onDeleted={() => changed(`Deleted ${name}`, snapshot_set_id)}
      what="snapshot"
      name={name}
      title={`Delete the snapshot ${name} of ${vm_name}?`}
      lead="No VM can be made from it or restored to it any more. This cannot be undone."
      typed
      refusal={roleRefusal("vm.write") ?? underWay}
      row={`snapshot ${snapshot_set_id}`}
      others={useSnapshotActions(snapshot)}
    />
  );
}
