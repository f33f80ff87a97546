import { balancerPartsInput, loadBalancerInput } from "@/load-balancers/load-balancer-queries.ts";
import { OverviewPage } from "@/load-balancers/overview-page.tsx";
import { machinesInput } from "@/networking/machines-input.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export default async function LoadBalancerOverviewPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/load-balancers/[loadBalancerId]">) {
  const { workspaceId, loadBalancerId } = await params;
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(
          api().loadBalancerListener.list.queryOptions(balancerPartsInput(workspaceId, loadBalancerId)),
        ),
        client.prefetchQuery(api().loadBalancerPool.list.queryOptions(balancerPartsInput(workspaceId, loadBalancerId))),
        client.prefetchQuery(api().loadBalancer.health.queryOptions(loadBalancerInput(workspaceId, loadBalancerId))),
        client.prefetchQuery(api().cloudVm.list.queryOptions(machinesInput(workspaceId))),
        client.prefetchQuery(api().gpuVm.list.queryOptions(machinesInput(workspaceId))),
      ]}
    >
      <OverviewPage loadBalancerId={loadBalancerId} />
    </Prefetched>
  );
}
