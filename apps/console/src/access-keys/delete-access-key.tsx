"use client";

import type { AccessKey } from "@fulmar/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { DeleteAction } from "@/components/delete-action.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** @param inRow puts it in the menu of a table's row */
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
  const { access_key_id, name } = accessKey;
  return (
    <DeleteAction
      deletion={trpc.accessKey.delete}
      input={{ workspace_id: workspaceId, access_key_id }}
      plan={trpc.changePlan.accessKey.delete}
      onDeleted={() => {
        notify.done(`Deleted ${name}`, "Clients that use it are refused from now on.");
        onDeleted?.();
        return queryClient.invalidateQueries(trpc.accessKey.list.pathFilter());
      }}
      what="access key"
      name={name}
      lead="S3 clients that use this key are refused from then on. This cannot be undone."
      typed
      label={`Delete ${name}`}
      refusal={roleRefusal("object-storage.write")}
      row={inRow ? name : undefined}
    />
  );
}
