"use client";

import { MANAGER_ROLES } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace, WorkspaceContext } from "@/shell/workspace.tsx";
import { useRoleRefusal } from "./use-role.ts";

export function DeleteWorkspace({ workspace }: { workspace: { workspace_id: string; name: string } }) {
  const place = useWorkspace();
  const { organization_id, workspaces } = place.organization;
  const { workspace_id, name } = workspace;
  const router = useRouter();
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  const refusal =
    useRoleRefusal(MANAGER_ROLES) ??
    (workspaces.length === 1 ? "This is the last workspace; create another one first." : null);
  const remove = useMutation(
    trpc.workspace.delete.mutationOptions({
      onSuccess: () => {
        setOpen(false);
        notify.done(`Deleted ${name}`);
        const next = workspaces.find((other) => other.workspace_id !== workspace_id);
        if (place.workspaceId === workspace_id && next !== undefined)
          router.push(`/workspaces/${next.workspace_id}/settings/workspaces`);
        router.refresh();
      },
    }),
  );
  return (
    <>
      <Button look="remove" aria-label={`Delete ${name}`} refusal={refusal} onClick={() => setOpen(true)}>
        Delete
      </Button>
      {/* What stands in the way is in that workspace: so are the links to it. */}
      <WorkspaceContext value={{ ...place, workspaceId: workspace_id }}>
        <Confirm
          open={open}
          onClose={() => {
            setOpen(false);
            remove.reset();
          }}
          title={`Delete ${name}?`}
          lead="Only an empty workspace can be deleted. Its ledger and its audit trail are kept."
          action="Delete workspace"
          typeName={name}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ organization_id, workspace_id })}
        />
      </WorkspaceContext>
    </>
  );
}
