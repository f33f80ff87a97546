"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Gauge, Plus } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { ButtonLink } from "@/components/button.tsx";
import { DataTable } from "@/components/data-table.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { usePages } from "@/components/pager.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { loadBalancerColumns } from "./load-balancer-columns.tsx";
import { LOAD_BALANCER_LIST, loadBalancerListInput } from "./load-balancer-queries.ts";
import { isChanging } from "./load-balancer-status-badge.tsx";

const STATES = LOAD_BALANCER_LIST.filters.status.map((status) => [status, status] as const);

const LOAD_BALANCERS: ListedKind = {
  one: "load balancer",
  many: "load balancers",
  icon: Gauge,
  purpose: "A load balancer takes requests at one address and spreads them over the machines that are well.",
  next: { page: "load-balancers/new", words: "Create a load balancer" },
  hint: "Search for another part of the name, or choose another status.",
};

export function LoadBalancerListPage() {
  const { workspaceId, roleRefusal } = useWorkspace();
  return (
    <>
      <PageHeader title="Load balancers" lead="One address in front of many machines.">
        <ButtonLink
          href={`/workspaces/${workspaceId}/load-balancers/new`}
          look="primary"
          refusal={roleRefusal("load-balancer.write")}
        >
          <Plus className="size-4" aria-hidden />
          New load balancer
        </ButtonLink>
      </PageHeader>
      <LoadBalancerList />
    </>
  );
}

function LoadBalancerList() {
  const list = useListChoice(LOAD_BALANCER_LIST);
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages(list.key);
  const query = useQuery({
    ...trpc.loadBalancer.list.queryOptions(loadBalancerListInput(workspaceId, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refreshEvery(state.data?.items.some(({ status }) => isChanging(status)) ?? false),
  });
  return (
    <ResourceList
      kind={LOAD_BALANCERS}
      list={list}
      query={query}
      pages={pages}
      refusal={roleRefusal("load-balancer.write")}
      toolbar={
        <ListToolbar
          search={list.choice.search ?? ""}
          filters={[{ name: "status", label: "Status", value: list.choice.status ?? "", options: STATES }]}
          onChoose={list.choose}
        />
      }
    >
      {(items) => (
        <DataTable
          label="Load balancers"
          columns={loadBalancerColumns}
          rows={items}
          keyOf={({ load_balancer_id }) => load_balancer_id}
        />
      )}
    </ResourceList>
  );
}
