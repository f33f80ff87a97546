import { balancerPartsInput } from "@/load-balancers/load-balancer-queries.ts";
import { TestPage } from "@/load-balancers/test-page.tsx";
import { route } from "@/server/prefetch.tsx";

export default route<PageProps<"/workspaces/[workspaceId]/load-balancers/[loadBalancerId]/test">>(
  TestPage,
  ({ trpc, ask }, { workspaceId, loadBalancerId }) => [
    ask(trpc.loadBalancerListener.list.queryOptions(balancerPartsInput(workspaceId, loadBalancerId))),
    ask(trpc.loadBalancerPool.list.queryOptions(balancerPartsInput(workspaceId, loadBalancerId))),
  ],
);
