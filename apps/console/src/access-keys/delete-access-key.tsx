"use client";

import type { AccessKey } from "@fulmar/contract";
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
export function DeleteAccessKey({
  accessKey,
  inRow = false,
  onDeleted,
}: {
  accessKey: AccessKey;
  inRow?: boolean;
  onDeleted?: () => void;
}) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const { access_key_id, name } = accessKey;
  const remove = useMutation(
    trpc.accessKey.delete.mutationOptions({
      onSuccess: async () => {
        setOpen(false);
        notify.done(`Deleted ${name}`, "Clients that use it are refused from now on.");
        onDeleted?.();
        await queryClient.invalidateQueries(trpc.accessKey.list.pathFilter());
      },
    }),
  );
  const refusal = roleRefusal("object-storage.write");
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
        lead="S3 clients that use this key are refused from then on. This cannot be undone."
        action="Delete access key"
        typeName={name}
        plan={planOf(trpc.changePlan.accessKey.delete, { workspace_id: workspaceId, access_key_id })}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ workspace_id: workspaceId, access_key_id })}
      />
    </>
  );
}
