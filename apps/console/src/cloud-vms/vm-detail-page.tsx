"use client";

import { VM_STATES } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { PageHeader } from "@/components/page-header.tsx";
import { ProblemPanel } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VmActions } from "./vm-actions.tsx";
import { vmInputs } from "./vm-detail-queries.ts";
import { VmFields } from "./vm-fields.tsx";
import { VmCurrentOperation, VmOperations } from "./vm-operations.tsx";
import { VmStatusBadge } from "./vm-status-badge.tsx";

export function VmDetailPage({ vmId }: { vmId: string }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const vm = useQuery({
    ...trpc.cloudVm.get.queryOptions(vmInputs(workspaceId, vmId).vm),
    refetchInterval: ({ state }) => refreshEvery(state.data !== undefined && VM_STATES[state.data.status].changing),
  });
  const crumbs = [{ label: "Cloud VMs", href: `/workspaces/${workspaceId}/cloud-vms` }] as const;
  if (vm.data === undefined) {
    return (
      <>
        <PageHeader crumbs={crumbs} title="VM" />
        {vm.error ? <ProblemPanel error={vm.error} onRetry={() => void vm.refetch()} /> : <div role="status" aria-label="Loading" className="skeleton h-48" />}
      </>
    );
  }
  return (
    <>
      <PageHeader crumbs={crumbs} title={vm.data.name} aside={<VmStatusBadge status={vm.data.status} />}>
        <VmActions vm={vm.data} />
      </PageHeader>
      <div className="space-y-8">
        <VmCurrentOperation vm={vm.data} />
        <VmFields vm={vm.data} />
        <VmOperations vm={vm.data} />
      </div>
    </>
  );
}
