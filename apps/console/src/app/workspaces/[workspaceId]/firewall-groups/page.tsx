import type { Metadata } from "next";
import { readListChoice } from "@/client/list-address.ts";
import { FirewallGroupListPage } from "@/firewall-groups/firewall-group-list-page.tsx";
import { FIREWALL_GROUP_LIST, firewallGroupListInput } from "@/firewall-groups/firewall-group-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Firewall groups" };

export default async function FirewallGroupsPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/firewall-groups">) {
  const { workspaceId } = await params;
  const choice = readListChoice(FIREWALL_GROUP_LIST, await searchParams);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().firewallGroup.list.queryOptions(firewallGroupListInput(workspaceId, choice))),
      ]}
    >
      <FirewallGroupListPage />
    </Prefetched>
  );
}
