import { wholeInput } from "@/client/list.ts";
import { balancerPartsInput, loadBalancerInput } from "@/load-balancers/load-balancer-queries.ts";
import { PoolsPage } from "@/load-balancers/pools-page.tsx";
import { route } from "@/server/prefetch.tsx";

export default route<PageProps<"/workspaces/[workspaceId]/load-balancers/[loadBalancerId]/pools">>(
  PoolsPage,
  ({ trpc, ask }, { workspaceId, loadBalancerId }) => [
    ask(trpc.loadBalancerPool.list.queryOptions(balancerPartsInput(workspaceId, loadBalancerId))),
    ask(trpc.loadBalancer.health.queryOptions(loadBalancerInput(workspaceId, loadBalancerId))),
    ask(trpc.cloudVm.list.queryOptions(wholeInput(workspaceId))),
    ask(trpc.gpuVm.list.queryOptions(wholeInput(workspaceId))),
  ],
);
