"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Gauge, Plus } from "lucide-react";
import type { ListChoice } from "@/client/list-address.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { ButtonLink } from "@/components/button.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { usePages } from "@/components/pager.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { Listed } from "@/networking/listed.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { loadBalancerColumns } from "./load-balancer-columns.tsx";
import { LOAD_BALANCER_LIST, loadBalancerListInput } from "./load-balancer-queries.ts";
import { isChanging } from "./load-balancer-status-badge.tsx";

const STATES = LOAD_BALANCER_LIST.filters.status.map((status) => [status, status] as const);
const icon = <Gauge className="size-5" aria-hidden />;

export function LoadBalancerListPage() {
  const { workspaceId, roleRefusal } = useWorkspace();
  const { choice, key, choose, narrowed } = useListChoice(LOAD_BALANCER_LIST);
  return (
    <>
      <PageHeader title="Load balancers" lead="One address in front of many machines.">
        <ButtonLink href={`/workspaces/${workspaceId}/load-balancers/new`} look="primary" refusal={roleRefusal("load-balancer.write")}>
          <Plus className="size-4" aria-hidden />
          New load balancer
        </ButtonLink>
      </PageHeader>
      <ListToolbar
        search={choice.search ?? ""}
        filters={[{ name: "status", label: "Status", value: choice.status ?? "", options: STATES }]}
        onChoose={choose}
      />
      <LoadBalancerList key={key} choice={choice} onClear={narrowed ? () => choose({ search: "", status: "" }) : undefined} />
    </>
  );
}

function LoadBalancerList({ choice, onClear }: { choice: ListChoice<typeof LOAD_BALANCER_LIST.filters, never>; onClear: (() => void) | undefined }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages();
  const list = useQuery({
    ...trpc.loadBalancer.list.queryOptions(loadBalancerListInput(workspaceId, choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refreshEvery(state.data?.items.some(({ status }) => isChanging(status)) ?? false),
  });
  const empty = (
    <Panel icon={icon} title="No load balancers yet">
      <p>A load balancer takes requests at one address and spreads them over the machines that are well.</p>
      <div className="mt-5">
        <ButtonLink href={`/workspaces/${workspaceId}/load-balancers/new`} look="primary" refusal={roleRefusal("load-balancer.write")}>
          Create a load balancer
        </ButtonLink>
      </div>
    </Panel>
  );
  return (
    <Listed
      query={list}
      pages={pages}
      label="Load balancers"
      columns={loadBalancerColumns}
      keyOf={(balancer) => balancer.load_balancer_id}
      icon={icon}
      onClear={onClear}
      empty={empty}
    />
  );
}
