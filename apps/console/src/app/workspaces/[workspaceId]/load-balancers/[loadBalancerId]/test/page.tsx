import { balancerPartsInput } from "@/load-balancers/load-balancer-queries.ts";
import { TestPage } from "@/load-balancers/test-page.tsx";
import { api, Prefetched } from "@/server/prefetch.tsx";

export default async function LoadBalancerTestPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/load-balancers/[loadBalancerId]/test">) {
  const { workspaceId, loadBalancerId } = await params;
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(
          api().loadBalancerListener.list.queryOptions(balancerPartsInput(workspaceId, loadBalancerId)),
        ),
        client.prefetchQuery(api().loadBalancerPool.list.queryOptions(balancerPartsInput(workspaceId, loadBalancerId))),
      ]}
    >
      <TestPage loadBalancerId={loadBalancerId} />
    </Prefetched>
  );
}
