"use client";

import type { SnapshotSet } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { onDemand } from "@/client/on-demand.tsx";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { RowAction } from "@/components/row-menu.tsx";
import { notify } from "@/components/toast-store.ts";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { restoreRefusal } from "@/vms/detail/capture-status-badge.tsx";

const CreateVmOfPoint = onDemand(async () => (await import("@/backups/create-vm-of-point.tsx")).CreateVmOfPoint);

/** What can be done with a snapshot whether or not there is its VM: a new VM, and whether it outlives its own. */
export function useSnapshotActions(snapshot: SnapshotSet): readonly RowAction[] {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { snapshot_set_id, name, status, outlives_vm } = snapshot;
  const update = useMutation(
    trpc.workspaceSnapshot.update.mutationOptions({
      onSuccess: (updated) =>
        changed(updated.outlives_vm ? `${name} outlives its VM` : `${name} is deleted with its VM`),
      onError: (error) => notify.failed(`${name} was not changed`, problemOf(error).detail),
    }),
  );
  const refusal = roleRefusal("vm.write");
  return [
    {
      label: "Create a VM",
      refusal: refusal ?? restoreRefusal(status, "snapshot"),
      dialog: (state) => <CreateVmOfPoint kind="snapshot" id={snapshot_set_id} point={snapshot} {...state} />,
    },
    {
      label: outlives_vm ? "Delete it with its VM" : "Keep it without its VM",
      refusal:
        refusal ??
        (outlives_vm && snapshot.vm_deleted_at !== null ? "Its VM is deleted already; delete the snapshot." : null),
      onSelect: () => update.mutate({ workspace_id: workspaceId, snapshot_set_id, outlives_vm: !outlives_vm }),
    },
  ];
}
