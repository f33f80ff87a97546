"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Network, Plus } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { ButtonLink } from "@/components/button.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { usePages } from "@/components/pager.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { Listed } from "@/networking/listed.tsx";
import { isChanging } from "@/networking/network-status-badge.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { vpcColumns } from "./vpc-columns.tsx";
import { VPC_LIST, vpcListInput } from "./vpc-queries.ts";

const icon = <Network className="size-5" aria-hidden />;

export function VpcListPage() {
  const { workspaceId, roleRefusal } = useWorkspace();
  const { choice, key, choose, narrowed } = useListChoice(VPC_LIST);
  return (
    <>
      <PageHeader title="VPCs" lead="Private networks, each at one site, that your VMs share with nobody.">
        <ButtonLink href={`/workspaces/${workspaceId}/vpcs/new`} look="primary" refusal={roleRefusal("network.write")}>
          <Plus className="size-4" aria-hidden />
          New VPC
        </ButtonLink>
      </PageHeader>
      <ListToolbar search={choice.search ?? ""} onChoose={choose} />
      <VpcList key={key} choice={choice} onClear={narrowed ? () => choose({ search: "" }) : undefined} />
    </>
  );
}

function VpcList({ choice, onClear }: { choice: { readonly search?: string }; onClear: (() => void) | undefined }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages();
  const list = useQuery({
    ...trpc.vpc.list.queryOptions(vpcListInput(workspaceId, choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refreshEvery(state.data?.items.some(({ status }) => isChanging(status)) ?? false),
  });
  const empty = (
    <Panel icon={icon} title="No VPCs yet">
      <p>A VPC is a private network of your own. Its subnets give VMs private addresses, and NAT gateways a way out.</p>
      <div className="mt-5">
        <ButtonLink href={`/workspaces/${workspaceId}/vpcs/new`} look="primary" refusal={roleRefusal("network.write")}>
          Create a VPC
        </ButtonLink>
      </div>
    </Panel>
  );
  return <Listed query={list} pages={pages} label="VPCs" columns={vpcColumns} keyOf={(vpc) => vpc.vpc_id} icon={icon} onClear={onClear} empty={empty} />;
}
