"use client";

import type { SshKey } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { RowMenu } from "@/components/row-menu.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** @param inRow whether it is in the menu of a table's row */
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
  const [open, setOpen] = useState(false);
  const { ssh_key_id, name } = sshKey;
  const remove = useMutation(
    trpc.sshKey.delete.mutationOptions({
      onSuccess: async () => {
        setOpen(false);
        notify.done(`Deleted ${name}`, "VMs that it was given to keep it.");
        onDeleted?.();
        await queryClient.invalidateQueries(trpc.sshKey.list.pathFilter());
      },
    }),
  );
  const refusal = roleRefusal("vm.write");
  return (
    <>
      {inRow ? (
        <RowMenu name={name} actions={[{ label: "Delete", refusal, remove: true, onSelect: () => setOpen(true) }]} />
      ) : (
        <Button look="remove" aria-label={`Delete ${name}`} refusal={refusal} onClick={() => setOpen(true)}>
          Delete
        </Button>
      )}
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Delete ${name}?`}
        lead="VMs that it was given to keep it. New VMs can no longer be created with it."
        action="Delete SSH key"
        plan={planOf(trpc.changePlan.sshKey.delete, { workspace_id: workspaceId, ssh_key_id })}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ workspace_id: workspaceId, ssh_key_id })}
      />
    </>
  );
}
