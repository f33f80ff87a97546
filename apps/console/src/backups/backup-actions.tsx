"use client";

import type { Backup } from "@fulmar/contract";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { DeleteAction } from "@/components/delete-action.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { isUnderWay, restoreRefusal } from "@/vms/detail/capture-status-badge.tsx";
import { useCopiesOf } from "./use-copies-of.tsx";

const CreateVmOfPoint = onDemand(async () => (await import("./create-vm-of-point.tsx")).CreateVmOfPoint);

/** The menu of a backup in the list of all. */
export function BackupActions({ backup }: { backup: Backup }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { backup_id, status, vm_name } = backup;
  const copies = useCopiesOf(backup);
  const refusal = roleRefusal("vm.write");
  const underWay = isUnderWay(status) ? "The backup is being taken; wait until it has finished." : null;
  return (
    <DeleteAction
      deletion={trpc.workspaceBackup.delete}
      input={{ workspace_id: workspaceId, backup_id }}
      plan={trpc.changePlan.workspaceBackup.delete}
      onDeleted={() => changed("Deleted the backup", backup_id)}
      what="backup"
      name={backup_id}
      title={`Delete this backup of ${vm_name}?`}
      lead="No VM can be made from it or restored to it any more. This cannot be undone."
      typed
      refusal={refusal ?? underWay}
      row={`backup ${backup_id}`}
      others={[
        {
          label: "Create a VM",
          refusal: refusal ?? restoreRefusal(status, "backup"),
          dialog: (state) => <CreateVmOfPoint kind="backup" id={backup_id} point={backup} {...state} />,
        },
        ...copies,
      ]}
    />
  );
}
