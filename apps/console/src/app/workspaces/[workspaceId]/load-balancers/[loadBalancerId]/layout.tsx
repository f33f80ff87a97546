import type { Metadata } from "next";
import { LoadBalancerFrame } from "@/load-balancers/load-balancer-frame.tsx";
import { loadBalancerInput } from "@/load-balancers/load-balancer-queries.ts";
import { layout } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Load balancer" };

export default layout<LayoutProps<"/workspaces/[workspaceId]/load-balancers/[loadBalancerId]">>(
  LoadBalancerFrame,
  ({ trpc, ask }, { workspaceId, loadBalancerId }) => [
    ask(trpc.loadBalancer.get.queryOptions(loadBalancerInput(workspaceId, loadBalancerId))),
  ],
);
