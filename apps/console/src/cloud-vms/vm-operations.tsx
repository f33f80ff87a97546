"use client";

import { type CloudVm, VM_STATES } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { ProblemPanel } from "@/components/problem-panel.tsx";
import { CurrentOperation } from "@/operations/current-operation.tsx";
import { operationColumns } from "@/operations/operation-columns.tsx";
import { hasEnded } from "@/operations/operation-status-badge.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { vmInputs } from "./vm-detail-queries.ts";

/** A VM's operations, newest first, followed closely while one of them runs. */
function useVmOperations(vm: CloudVm) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  return useQuery({
    ...trpc.operation.list.queryOptions(vmInputs(workspaceId, vm.id).operations),
    refetchInterval: ({ state }) => refreshEvery(VM_STATES[vm.status].changing || (state.data?.items.some(({ status }) => !hasEnded(status)) ?? false)),
  });
}

/** What is being done to a VM, or what failed last; nothing while all is well. */
export function VmCurrentOperation({ vm }: { vm: CloudVm }) {
  const [latest] = useVmOperations(vm).data?.items ?? [];
  if (latest === undefined) return null;
  const noteworthy = !hasEnded(latest.status) || latest.status === "failed" || latest.status === "timed_out";
  return noteworthy ? <CurrentOperation operation={latest} /> : null;
}

/** What was done to a VM. */
export function VmOperations({ vm }: { vm: CloudVm }) {
  const operations = useVmOperations(vm);
  return (
    <div>
      <h2 className="mb-3 font-semibold text-base">Operations</h2>
      {operations.data ? (
        <DataTable label="Operations" columns={operationColumns} rows={operations.data.items} keyOf={(operation) => operation.operation_id} />
      ) : operations.error ? (
        <ProblemPanel error={operations.error} onRetry={() => void operations.refetch()} />
      ) : (
        <TableSkeleton rows={2} />
      )}
    </div>
  );
}
