import type { Metadata } from "next";
import { readListChoice } from "@/client/list-address.ts";
import { LoadBalancerListPage } from "@/load-balancers/load-balancer-list-page.tsx";
import { LOAD_BALANCER_LIST, loadBalancerListInput } from "@/load-balancers/load-balancer-queries.ts";
import { sitesInput } from "@/networking/sites-input.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Load balancers" };

export default async function LoadBalancersPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/load-balancers">) {
  const { workspaceId } = await params;
  const choice = readListChoice(LOAD_BALANCER_LIST, await searchParams);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().loadBalancer.list.queryOptions(loadBalancerListInput(workspaceId, choice))),
        client.prefetchQuery(api().site.list.queryOptions(sitesInput(workspaceId))),
      ]}
    >
      <LoadBalancerListPage />
    </Prefetched>
  );
}
