import type { Metadata } from "next";
import { FirewallGroupFrame } from "@/firewall-groups/firewall-group-frame.tsx";
import { firewallGroupInput } from "@/firewall-groups/firewall-group-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Firewall group" };

export default async function FirewallGroupLayout({
  params,
  children,
}: LayoutProps<"/workspaces/[workspaceId]/firewall-groups/[firewallGroupId]">) {
  const { workspaceId, firewallGroupId } = await params;
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().firewallGroup.get.queryOptions(firewallGroupInput(workspaceId, firewallGroupId))),
      ]}
    >
      <FirewallGroupFrame firewallGroupId={firewallGroupId}>{children}</FirewallGroupFrame>
    </Prefetched>
  );
}
