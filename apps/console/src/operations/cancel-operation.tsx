"use client";

import { cancelRefusal, type WorkspaceOperation } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { operationInput } from "./operation-queries.ts";
import { hasEnded } from "./operation-status-badge.tsx";

/** Asks that an operation be undone. What cannot be cancelled says why, by the rule that the server decides by. */
export function CancelOperation({ operation }: { operation: WorkspaceOperation }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState(false);
  const cancel = useMutation(
    trpc.operation.cancel.mutationOptions({
      onSuccess: async () => {
        setAsked(false);
        notify.done("Cancelling", "What was done so far is undone.");
        await queryClient.invalidateQueries(trpc.workspaceOperation.pathFilter());
      },
    }),
  );
  return (
    <>
      <Button
        look="remove"
        refusal={roleRefusal("vm.write") ?? stateRefusal(operation)}
        onClick={() => {
          cancel.reset();
          setAsked(true);
        }}
      >
        Cancel operation
      </Button>
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title="Cancel this operation?"
        lead="What it has done so far is undone, and the resource is left as it was before, where that is possible."
        action="Cancel operation"
        busy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate(operationInput(workspaceId, operation.operation_id))}
      />
    </>
  );
}

function stateRefusal(operation: WorkspaceOperation): string | null {
  if (operation.resource_type === "volume" && !hasEnded(operation.status))
    return "An operation of a volume cannot be cancelled; wait until it has ended.";
  return cancelRefusal(operation)?.reason ?? null;
}
