import { ConfigurationPage } from "@/load-balancers/configuration-page.tsx";
import { loadBalancerInput } from "@/load-balancers/load-balancer-queries.ts";
import { route } from "@/server/prefetch.tsx";

export default route<PageProps<"/workspaces/[workspaceId]/load-balancers/[loadBalancerId]/configuration">>(
  ConfigurationPage,
  ({ trpc, ask }, { workspaceId, loadBalancerId }) => [
    ask(trpc.loadBalancerConfiguration.get.queryOptions(loadBalancerInput(workspaceId, loadBalancerId))),
  ],
);
