import type { Metadata } from "next";
import { CreateLoadBalancerPage } from "@/load-balancers/create-load-balancer-page.tsx";
import { sitesInput } from "@/networking/sites-input.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "New load balancer" };

export default async function NewLoadBalancerPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/load-balancers/new">) {
  const { workspaceId } = await params;
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().site.list.queryOptions(sitesInput(workspaceId)))]}>
      <CreateLoadBalancerPage />
    </Prefetched>
  );
}
