import { readListChoice, WHOLE_LIST } from "@/client/list-address.ts";
import { firewallInstancesInput } from "@/firewall-groups/firewall-group-queries.ts";
import { LinkedVmsPage } from "@/firewall-groups/linked-vms-page.tsx";
import { api, Prefetched } from "@/server/prefetch.tsx";

export default async function FirewallGroupVmsPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/firewall-groups/[firewallGroupId]/vms">) {
  const { workspaceId, firewallGroupId } = await params;
  const input = firewallInstancesInput(workspaceId, firewallGroupId, readListChoice(WHOLE_LIST, await searchParams));
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().firewallInstance.list.queryOptions(input))]}>
      <LinkedVmsPage firewallGroupId={firewallGroupId} />
    </Prefetched>
  );
}
