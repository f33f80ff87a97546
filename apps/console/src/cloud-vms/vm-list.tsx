"use client";

import { VM_STATES } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, Server } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ButtonLink } from "@/components/button.tsx";
import { DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { Pager, usePages } from "@/components/pager.tsx";
import { Panel, ProblemPanel } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { vmColumns } from "./vm-columns.tsx";
import { VmFilters } from "./vm-filters.tsx";
import { readVmFilter, type VmFilter, vmListInput } from "./vm-list-query.ts";

export function VmListPage() {
  const { workspaceId, roleRefusal } = useWorkspace();
  const search = useSearchParams();
  const filter = readVmFilter({ status: search.get("status"), name: search.get("name") });
  return (
    <>
      <PageHeader title="Cloud VMs">
        <ButtonLink href={`/workspaces/${workspaceId}/cloud-vms/new`} look="primary" refusal={roleRefusal("vm.write")}>
          <Plus className="size-4" aria-hidden />
          New VM
        </ButtonLink>
      </PageHeader>
      <VmFilters key={JSON.stringify(filter)} filter={filter} />
      {/* Another filter is another list: it begins on its first page. */}
      <VmList key={`list ${JSON.stringify(filter)}`} filter={filter} />
    </>
  );
}

function VmList({ filter }: { filter: VmFilter }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages();
  const list = useQuery({
    ...trpc.cloudVm.list.queryOptions(vmListInput(workspaceId, filter, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refreshEvery(state.data?.items.some((vm) => VM_STATES[vm.status].changing) ?? false),
  });
  if (list.data === undefined) return list.error ? <ProblemPanel error={list.error} onRetry={() => void list.refetch()} /> : <TableSkeleton />;
  const { items, nextCursor } = list.data;
  if (items.length === 0 && pages.first) return <NoVms filtered={Object.keys(filter).length > 0} workspaceId={workspaceId} />;
  return (
    <>
      <DataTable label="Cloud VMs" columns={vmColumns} rows={items.map((vm) => ({ ...vm, workspaceId }))} keyOf={(vm) => vm.id} />
      <Pager pages={pages} nextCursor={nextCursor} />
    </>
  );
}

function NoVms({ filtered, workspaceId }: { filtered: boolean; workspaceId: string }) {
  const { roleRefusal } = useWorkspace();
  const icon = <Server className="size-5" aria-hidden />;
  if (filtered) {
    return (
      <Panel icon={icon} title="No VM matches">
        <p>Names must match exactly. Clear the filter to see every VM of this workspace.</p>
        <div className="mt-5">
          <ButtonLink href={`/workspaces/${workspaceId}/cloud-vms`}>Clear the filter</ButtonLink>
        </div>
      </Panel>
    );
  }
  return (
    <Panel icon={icon} title="No VMs yet">
      <p>A cloud VM runs an operating system of your choice within seconds. Choose a plan and an image to create the first one.</p>
      <div className="mt-5">
        <ButtonLink href={`/workspaces/${workspaceId}/cloud-vms/new`} look="primary" refusal={roleRefusal("vm.write")}>
          Create a VM
        </ButtonLink>
      </div>
    </Panel>
  );
}
