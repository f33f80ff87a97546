"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, ShieldCheck } from "lucide-react";
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
import { firewallGroupColumns } from "./firewall-group-columns.tsx";
import { FIREWALL_GROUP_LIST, firewallGroupListInput } from "./firewall-group-queries.ts";

const icon = <ShieldCheck className="size-5" aria-hidden />;

export function FirewallGroupListPage() {
  const { workspaceId, roleRefusal } = useWorkspace();
  const { choice, key, choose, narrowed } = useListChoice(FIREWALL_GROUP_LIST);
  return (
    <>
      <PageHeader title="Firewall groups" lead="Rules for what may reach your VMs, and what they may reach.">
        <ButtonLink href={`/workspaces/${workspaceId}/firewall-groups/new`} look="primary" refusal={roleRefusal("network.write")}>
          <Plus className="size-4" aria-hidden />
          New firewall group
        </ButtonLink>
      </PageHeader>
      <ListToolbar search={choice.search ?? ""} onChoose={choose} />
      <FirewallGroupList key={key} choice={choice} onClear={narrowed ? () => choose({ search: "" }) : undefined} />
    </>
  );
}

function FirewallGroupList({ choice, onClear }: { choice: { readonly search?: string }; onClear: (() => void) | undefined }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages();
  const list = useQuery({
    ...trpc.firewallGroup.list.queryOptions(firewallGroupListInput(workspaceId, choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery(false),
  });
  const empty = (
    <Panel icon={icon} title="No firewall groups yet">
      <p>A VM in no group can be reached on every port. A group lets in only what its rules say, and can be linked to any number of VMs.</p>
      <div className="mt-5">
        <ButtonLink href={`/workspaces/${workspaceId}/firewall-groups/new`} look="primary" refusal={roleRefusal("network.write")}>
          Create a firewall group
        </ButtonLink>
      </div>
    </Panel>
  );
  return (
    <Listed
      query={list}
      pages={pages}
      label="Firewall groups"
      columns={firewallGroupColumns}
      keyOf={(group) => group.firewall_group_id}
      icon={icon}
      onClear={onClear}
      empty={empty}
    />
  );
}
