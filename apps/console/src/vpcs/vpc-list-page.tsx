"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Network, Plus } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { ButtonLink } from "@/components/button.tsx";
import { DataTable } from "@/components/data-table.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { usePages } from "@/components/pager.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { isChanging } from "@/networking/network-status-badge.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { vpcColumns } from "./vpc-columns.tsx";
import { VPC_LIST, vpcListInput } from "./vpc-queries.ts";

const VPCS: ListedKind = {
  one: "VPC",
  many: "VPCs",
  icon: Network,
  purpose:
    "A VPC is a private network of your own. Its subnets give VMs private addresses, and NAT gateways a way out.",
  next: { page: "vpcs/new", words: "Create a VPC" },
  hint: "Search for another part of the name.",
};

export function VpcListPage() {
  const { workspaceId, roleRefusal } = useWorkspace();
  return (
    <>
      <PageHeader title="VPCs" lead="Private networks, each at one site, that your VMs share with nobody.">
        <ButtonLink href={`/workspaces/${workspaceId}/vpcs/new`} look="primary" refusal={roleRefusal("network.write")}>
          <Plus className="size-4" aria-hidden />
          New VPC
        </ButtonLink>
      </PageHeader>
      <VpcList />
    </>
  );
}

function VpcList() {
  const list = useListChoice(VPC_LIST);
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages(list.key);
  const query = useQuery({
    ...trpc.vpc.list.queryOptions(vpcListInput(workspaceId, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refreshEvery(state.data?.items.some(({ status }) => isChanging(status)) ?? false),
  });
  return (
    <ResourceList
      kind={VPCS}
      list={list}
      query={query}
      pages={pages}
      refusal={roleRefusal("network.write")}
      toolbar={<ListToolbar search={list.choice.search ?? ""} onChoose={list.choose} />}
    >
      {(items) => <DataTable label="VPCs" columns={vpcColumns} rows={items} keyOf={({ vpc_id }) => vpc_id} />}
    </ResourceList>
  );
}
