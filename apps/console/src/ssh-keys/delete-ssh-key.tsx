"use client";

import type { SshKey } from "@fulmar/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { DeleteAction } from "@/components/delete-action.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** @param inRow puts it in the menu of a table's row */
export function DeleteSshKey({
  sshKey,
  inRow = false,
  onDeleted,
}: {
  sshKey: SshKey;
  inRow?: boolean;
  onDeleted?: () => void;
}) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { ssh_key_id, name } = sshKey;
  return (
    <DeleteAction
      deletion={trpc.sshKey.delete}
      input={{ workspace_id: workspaceId, ssh_key_id }}
      plan={trpc.changePlan.sshKey.delete}
      onDeleted={() => {
        notify.done(`Deleted ${name}`, "VMs that it was given to keep it.");
        onDeleted?.();
        return queryClient.invalidateQueries(trpc.sshKey.list.pathFilter());
      }}
      what="SSH key"
      name={name}
      lead="VMs that it was given to keep it. New VMs can no longer be created with it."
      label={`Delete ${name}`}
      refusal={roleRefusal("vm.write")}
      row={inRow ? name : undefined}
    />
  );
}
