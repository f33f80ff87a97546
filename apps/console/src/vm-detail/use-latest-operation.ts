"use client";

import { VM_STATES } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { refreshEvery } from "@/client/live.ts";
import { hasEnded } from "@/operations/operation-status-badge.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { latestInput } from "./tab-queries.ts";
import { useVm } from "./vm-place.tsx";

/** The VM's current operation, or the last failed one. Undefined if there is neither. */
export function useLatestOperation() {
  const { workspaceId } = useWorkspace();
  const { vm, procedures } = useVm();
  const latest = useQuery({
    ...procedures.vm.operations.queryOptions(latestInput(workspaceId, vm.id)),
    refetchInterval: ({ state: { data } }) =>
      refreshEvery(
        VM_STATES[vm.status].changing ||
          vm.operation_id !== null ||
          (data?.items.some(({ status }) => !hasEnded(status)) ?? false),
      ),
  });
  const [operation] = latest.data?.items ?? [];
  if (operation === undefined) return undefined;
  const noteworthy = !hasEnded(operation.status) || operation.status === "failed" || operation.status === "timed_out";
  return noteworthy ? operation : undefined;
}
