"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { DetailFrame } from "@/components/detail-frame.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { firewallGroupInput } from "./firewall-group-queries.ts";

const LIST = { page: "firewall-groups", label: "Firewall groups" };
const TABS = [
  ["", "Rules"],
  ["vms", "VMs"],
  ["settings", "Settings"],
] as const;

export function useFirewallGroup(firewallGroupId: string) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  return useQuery({
    ...trpc.firewallGroup.get.queryOptions(firewallGroupInput(workspaceId, firewallGroupId)),
    refetchInterval: refreshEvery(false),
  });
}

export function FirewallGroupFrame({ firewallGroupId, children }: { firewallGroupId: string; children: ReactNode }) {
  return (
    <DetailFrame
      list={LIST}
      id={firewallGroupId}
      kind="Firewall group"
      query={useFirewallGroup(firewallGroupId)}
      nameOf={({ name }) => name}
      lead={({ description }) => description}
      aside={({ is_default }) => is_default && <StatusBadge tone="busy">default</StatusBadge>}
      tabs={TABS}
      read={({ firewall_group_id, name }) => ({ operation: "firewallGroup.get", input: { firewall_group_id, name } })}
    >
      {() => children}
    </DetailFrame>
  );
}
