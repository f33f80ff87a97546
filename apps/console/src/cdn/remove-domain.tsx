"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

interface DomainPath {
  readonly workspace_id: string;
  readonly distribution_id: string;
  readonly domain: string;
}

export function RemoveDomain({ path }: { path: DomainPath }) {
  const { roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const remove = useMutation(
    trpc.cdnCustomDomain.delete.mutationOptions({
      onSuccess: async () => {
        setOpen(false);
        notify.done(`Removed ${path.domain}`);
        await Promise.all([
          queryClient.invalidateQueries(trpc.cdnCustomDomain.list.pathFilter()),
          queryClient.invalidateQueries(trpc.cdnDistribution.pathFilter()),
        ]);
      },
    }),
  );
  return (
    <>
      <Button
        look="remove"
        aria-label={`Remove ${path.domain}`}
        refusal={roleRefusal("cdn.write")}
        onClick={() => setOpen(true)}
      >
        Remove
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Remove ${path.domain}?`}
        lead="The domain is no longer served, and its certificate is discarded. To use it again, add it and prove it again."
        action="Remove domain"
        typeName={path.domain}
        plan={planOf(trpc.changePlan.cdnCustomDomain.delete, path)}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(path)}
      />
    </>
  );
}
