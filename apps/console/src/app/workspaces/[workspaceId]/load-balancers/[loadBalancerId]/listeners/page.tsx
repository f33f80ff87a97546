import { ListenersPage } from "@/load-balancers/listeners-page.tsx";
import { balancerPartsInput } from "@/load-balancers/load-balancer-queries.ts";
import { route } from "@/server/prefetch.tsx";

export default route<PageProps<"/workspaces/[workspaceId]/load-balancers/[loadBalancerId]/listeners">>(
  ListenersPage,
  ({ trpc, ask }, { workspaceId, loadBalancerId }) => [
    ask(trpc.loadBalancerListener.list.queryOptions(balancerPartsInput(workspaceId, loadBalancerId))),
    ask(trpc.loadBalancer.certificates.queryOptions(balancerPartsInput(workspaceId, loadBalancerId))),
    ask(trpc.loadBalancerPool.list.queryOptions(balancerPartsInput(workspaceId, loadBalancerId))),
  ],
);
