import type { Metadata } from "next";
import { LoadBalancerFrame } from "@/load-balancers/load-balancer-frame.tsx";
import { loadBalancerInput } from "@/load-balancers/load-balancer-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Load balancer" };

export default async function LoadBalancerLayout({
  params,
  children,
}: LayoutProps<"/workspaces/[workspaceId]/load-balancers/[loadBalancerId]">) {
  const { workspaceId, loadBalancerId } = await params;
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().loadBalancer.get.queryOptions(loadBalancerInput(workspaceId, loadBalancerId))),
      ]}
    >
      <LoadBalancerFrame loadBalancerId={loadBalancerId}>{children}</LoadBalancerFrame>
    </Prefetched>
  );
}
