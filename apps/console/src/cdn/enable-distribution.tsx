"use client";

import type { CdnDistribution } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { Section } from "@/components/facts.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** Whether the edge serves the distribution at all. */
export function EnableDistribution({ distribution }: { distribution: CdnDistribution }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState(false);
  const { name, enabled, status } = distribution;
  const update = useMutation(
    trpc.cdnDistribution.update.mutationOptions({
      onSuccess: async () => {
        setAsked(false);
        notify.begun(enabled ? `Disabling ${name}` : `Enabling ${name}`, "The edge follows in a few seconds.");
        await Promise.all([
          queryClient.invalidateQueries(trpc.cdnDistribution.pathFilter()),
          queryClient.invalidateQueries(trpc.cdnDeployment.pathFilter()),
        ]);
      },
    }),
  );
  const failed = status === "failed" ? "The distribution was never deployed; delete it and create a new one." : null;
  const action = enabled ? "Disable distribution" : "Enable distribution";
  return (
    <Section
      title={enabled ? "Enabled" : "Disabled"}
      lead={enabled ? "Visitors are served." : "Visitors are refused; nothing is kept at the edge."}
      actions={
        <Button
          refusal={roleRefusal("cdn.write") ?? failed}
          onClick={() => {
            update.reset();
            setAsked(true);
          }}
        >
          {action}
        </Button>
      }
    >
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title={enabled ? `Disable ${name}?` : `Enable ${name}?`}
        lead={
          enabled
            ? "Visitors are refused within seconds, under all of its domains. It can be enabled again, with its settings and domains; it is billed meanwhile."
            : "Visitors are served again within seconds, under all of its domains."
        }
        action={action}
        busy={update.isPending}
        error={update.error}
        onConfirm={() =>
          update.mutate({ workspace_id: workspaceId, distribution_id: distribution.id, enabled: !enabled })
        }
      />
    </Section>
  );
}
