"use client";

import type { Bucket } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** Deletes an empty bucket. What else is in the way, a retention or a distribution, the server says in the dialog. */
export function DeleteBucket({ bucket }: { bucket: Bucket }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const remove = useMutation(
    trpc.bucket.delete.mutationOptions({
      onSuccess: async () => {
        notify.done(`Deleted ${bucket.name}`);
        router.push(`/workspaces/${workspaceId}/buckets`);
        await queryClient.invalidateQueries(trpc.bucket.list.pathFilter());
      },
    }),
  );
  const notEmpty = (bucket.object_count ?? 0) > 0 ? "The bucket is not empty; delete its objects first." : null;
  return (
    <>
      <Button
        look="remove"
        refusal={roleRefusal("object-storage.delete") ?? notEmpty}
        onClick={() => {
          remove.reset();
          setOpen(true);
        }}
      >
        <Trash2 className="size-4" aria-hidden />
        Delete
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Delete ${bucket.name}?`}
        lead="Access keys lose it from their lists. Its name becomes free again. This cannot be undone."
        action="Delete bucket"
        typeName={bucket.name}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ workspace_id: workspaceId, bucket_name: bucket.name })}
      />
    </>
  );
}
