"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, ShieldCheck } from "lucide-react";
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
import { firewallGroupColumns } from "./firewall-group-columns.tsx";
import { FIREWALL_GROUP_LIST, firewallGroupListInput } from "./firewall-group-queries.ts";

const FIREWALL_GROUPS: ListedKind = {
  one: "firewall group",
  many: "firewall groups",
  icon: ShieldCheck,
  purpose:
    "A VM in no group can be reached on every port. A group lets in only what its rules say, and can be linked to any number of VMs.",
  next: { page: "firewall-groups/new", words: "Create a firewall group" },
  hint: "Search for another part of the name.",
};

export function FirewallGroupListPage() {
  const { workspaceId, roleRefusal } = useWorkspace();
  return (
    <>
      <PageHeader title="Firewall groups" lead="Rules for what may reach your VMs, and what they may reach.">
        <ButtonLink
          href={`/workspaces/${workspaceId}/firewall-groups/new`}
          look="primary"
          refusal={roleRefusal("network.write")}
        >
          <Plus className="size-4" aria-hidden />
          New firewall group
        </ButtonLink>
      </PageHeader>
      <FirewallGroupList />
    </>
  );
}

function FirewallGroupList() {
  const list = useListChoice(FIREWALL_GROUP_LIST);
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages(list.key);
  const query = useQuery({
    ...trpc.firewallGroup.list.queryOptions(firewallGroupListInput(workspaceId, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery(false),
  });
  return (
    <ResourceList
      kind={FIREWALL_GROUPS}
      list={list}
      query={query}
      pages={pages}
      refusal={roleRefusal("network.write")}
      toolbar={<ListToolbar search={list.choice.search ?? ""} onChoose={list.choose} />}
    >
      {(items) => (
        <DataTable
          label="Firewall groups"
          columns={firewallGroupColumns}
          rows={items}
          keyOf={({ firewall_group_id }) => firewall_group_id}
        />
      )}
    </ResourceList>
  );
}
