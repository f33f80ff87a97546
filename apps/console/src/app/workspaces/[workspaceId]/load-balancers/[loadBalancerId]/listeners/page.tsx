import { ListenersPage } from "@/load-balancers/listeners-page.tsx";
import { balancerPartsInput } from "@/load-balancers/load-balancer-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export default async function LoadBalancerListenersPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/load-balancers/[loadBalancerId]/listeners">) {
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
      <ListenersPage loadBalancerId={loadBalancerId} />
    </Prefetched>
  );
}
