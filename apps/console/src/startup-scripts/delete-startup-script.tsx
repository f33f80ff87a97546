"use client";

import type { StartupScript } from "@fulmar/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { DeleteAction } from "@/components/delete-action.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** @param inRow puts it in the menu of a table's row */
export function DeleteStartupScript({
  startupScript,
  inRow = false,
  onDeleted,
}: {
  startupScript: StartupScript;
  inRow?: boolean;
  onDeleted?: () => void;
}) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { startup_script_id, name } = startupScript;
  return (
    <DeleteAction
      deletion={trpc.startupScript.delete}
      input={{ workspace_id: workspaceId, startup_script_id }}
      plan={trpc.changePlan.startupScript.delete}
      onDeleted={() => {
        notify.done(`Deleted ${name}`, "VMs that it was given to keep their copy.");
        onDeleted?.();
        return queryClient.invalidateQueries(trpc.startupScript.list.pathFilter());
      }}
      what="startup script"
      name={name}
      lead="VMs that it was given to keep their copy. New VMs can no longer be created with it."
      label={`Delete ${name}`}
      refusal={roleRefusal("vm.write")}
      row={inRow ? name : undefined}
    />
  );
}
