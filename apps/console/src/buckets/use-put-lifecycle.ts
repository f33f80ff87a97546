"use client";

import type { LifecycleRule } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC, useTRPCClient } from "@/client/trpc.ts";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** Replaces the rules of a bucket. @param done what to tell the user afterwards */
export function usePutLifecycle(bucketName: string, done: string, onDone: () => void) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const inputOf = (rules: readonly LifecycleRule[]) => ({
    workspace_id: workspaceId,
    bucket_name: bucketName,
    rules: [...rules],
  });
  const put = useMutation({
    mutationFn: (rules: readonly LifecycleRule[]) => client.bucketLifecycle.put.mutate(inputOf(rules)),
    onSuccess: async () => {
      onDone();
      notify.done(done);
      await queryClient.invalidateQueries(trpc.bucketLifecycle.pathFilter());
    },
  });
  return {
    ...put,
    planFor: (rules: readonly LifecycleRule[]) => planOf(trpc.changePlan.bucketLifecycle.put, inputOf(rules)),
  };
}
