import { balancerPartsInput, loadBalancerInput } from "@/load-balancers/load-balancer-queries.ts";
import { PoolsPage } from "@/load-balancers/pools-page.tsx";
import { machinesInput } from "@/networking/machines-input.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export default async function LoadBalancerPoolsPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/load-balancers/[loadBalancerId]/pools">) {
  const { workspaceId, loadBalancerId } = await params;
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().loadBalancerPool.list.queryOptions(balancerPartsInput(workspaceId, loadBalancerId))),
        client.prefetchQuery(api().loadBalancer.health.queryOptions(loadBalancerInput(workspaceId, loadBalancerId))),
        client.prefetchQuery(api().cloudVm.list.queryOptions(machinesInput(workspaceId))),
        client.prefetchQuery(api().gpuVm.list.queryOptions(machinesInput(workspaceId))),
      ]}
    >
      <PoolsPage loadBalancerId={loadBalancerId} />
    </Prefetched>
  );
}
