import { firewallInstancesInput } from "@/firewall-groups/firewall-group-queries.ts";
import { LinkedVmsPage } from "@/firewall-groups/linked-vms-page.tsx";
import { api, Prefetched } from "@/server/prefetch.tsx";

export default async function FirewallGroupVmsPage({ params }: PageProps<"/workspaces/[workspaceId]/firewall-groups/[firewallGroupId]/vms">) {
  const { workspaceId, firewallGroupId } = await params;
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().firewallInstance.list.queryOptions(firewallInstancesInput(workspaceId, firewallGroupId)))]}>
      <LinkedVmsPage firewallGroupId={firewallGroupId} />
    </Prefetched>
  );
}
