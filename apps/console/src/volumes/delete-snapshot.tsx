"use client";

import type { VolumeSnapshot } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

export function DeleteSnapshot({ snapshot, refusal }: { snapshot: VolumeSnapshot; refusal: string | null }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const { name, volume_id, snapshot_id } = snapshot;
  const remove = useMutation(
    trpc.volumeSnapshot.delete.mutationOptions({
      onSuccess: async () => {
        setOpen(false);
        notify.done(`Deleted the snapshot ${name}`);
        await queryClient.invalidateQueries(trpc.volumeSnapshot.pathFilter());
      },
    }),
  );
  return (
    <>
      <Button look="remove" aria-label={`Delete ${name}`} refusal={refusal} onClick={() => setOpen(true)}>
        Delete
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Delete the snapshot ${name}?`}
        lead="What it holds is lost. Volumes that were made from it are copies and stay. This cannot be undone."
        action="Delete snapshot"
        typeName={name}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ workspace_id: workspaceId, volume_id, snapshot_id })}
      />
    </>
  );
}
