"use client";

import type { CdnDistribution } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { Section } from "@/components/facts.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

export function DeleteDistribution({ distribution }: { distribution: CdnDistribution }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const { id, name, custom_domains } = distribution;
  const remove = useMutation(
    trpc.cdnDistribution.delete.mutationOptions({
      onSuccess: async () => {
        notify.done(`Deleted ${name}`);
        router.push(`/workspaces/${workspaceId}/cdn`);
        await queryClient.invalidateQueries(trpc.cdnDistribution.list.pathFilter());
      },
    }),
  );
  return (
    <Section
      title="Delete"
      lead="The origin stays as it is."
      actions={
        <Button look="remove" refusal={roleRefusal("cdn.write")} onClick={() => setOpen(true)}>
          Delete distribution
        </Button>
      }
    >
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Delete ${name}?`}
        lead={
          custom_domains.length === 0
            ? "Visitors are refused within seconds. This cannot be undone."
            : `Visitors are refused within seconds, and its custom domains go with it: ${custom_domains.join(", ")}. This cannot be undone.`
        }
        action="Delete distribution"
        typeName={name}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ workspace_id: workspaceId, distribution_id: id })}
      />
    </Section>
  );
}
