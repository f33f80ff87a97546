import { ConfigurationPage } from "@/load-balancers/configuration-page.tsx";
import { loadBalancerInput } from "@/load-balancers/load-balancer-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export default async function LoadBalancerConfigurationPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/load-balancers/[loadBalancerId]/configuration">) {
  const { workspaceId, loadBalancerId } = await params;
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(
          api().loadBalancerConfiguration.get.queryOptions(loadBalancerInput(workspaceId, loadBalancerId)),
        ),
      ]}
    >
      <ConfigurationPage loadBalancerId={loadBalancerId} />
    </Prefetched>
  );
}
