import type { Metadata } from "next";
import { FirewallGroupFrame } from "@/firewall-groups/firewall-group-frame.tsx";
import { firewallGroupInput } from "@/firewall-groups/firewall-group-queries.ts";
import { layout } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Firewall group" };

export default layout<LayoutProps<"/workspaces/[workspaceId]/firewall-groups/[firewallGroupId]">>(
  FirewallGroupFrame,
  ({ trpc, ask }, { workspaceId, firewallGroupId }) => [
    ask(trpc.firewallGroup.get.queryOptions(firewallGroupInput(workspaceId, firewallGroupId))),
  ],
);
