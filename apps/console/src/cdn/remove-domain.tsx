"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { DeleteAction } from "@/components/delete-action.tsx";
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
  return (
    <DeleteAction
      deletion={trpc.cdnCustomDomain.delete}
      input={path}
      plan={trpc.changePlan.cdnCustomDomain.delete}
      onDeleted={() => {
        notify.done(`Removed ${path.domain}`);
        return Promise.all([
          queryClient.invalidateQueries(trpc.cdnCustomDomain.list.pathFilter()),
          queryClient.invalidateQueries(trpc.cdnDistribution.pathFilter()),
        ]);
      }}
      verb="Remove"
      what="domain"
      name={path.domain}
      lead={
        <>
          The domain is no longer served, and its certificate is discarded. To use it again, add it and prove it again.
        </>
      }
      typed
      label={`Remove ${path.domain}`}
      refusal={roleRefusal("cdn.write")}
    />
  );
}
