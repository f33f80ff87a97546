import type { Metadata } from "next";
import { RANGE_LIST } from "@/charts/range.ts";
import { readListChoice, wholeInput } from "@/client/list.ts";
import { balancerMetricsInput, balancerPartsInput } from "@/load-balancers/load-balancer-queries.ts";
import { LoadBalancerMetricsPage } from "@/load-balancers/metrics-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Metrics of a load balancer" };

/** The last hour is prefetched. Longer ranges depend on the browser's clock. */
export default route<PageProps<"/workspaces/[workspaceId]/load-balancers/[loadBalancerId]/metrics">>(
  LoadBalancerMetricsPage,
  ({ trpc, ask }, { workspaceId, loadBalancerId }, search) => {
    const { range = "1h" } = readListChoice(RANGE_LIST, search);
    return [
      ask(trpc.loadBalancerListener.list.queryOptions(balancerPartsInput(workspaceId, loadBalancerId))),
      ask(trpc.loadBalancerPool.list.queryOptions(balancerPartsInput(workspaceId, loadBalancerId))),
      ask(trpc.cloudVm.list.queryOptions(wholeInput(workspaceId))),
      ask(trpc.gpuVm.list.queryOptions(wholeInput(workspaceId))),
      ...(range === "1h"
        ? [ask(trpc.loadBalancer.metrics.queryOptions(balancerMetricsInput(workspaceId, loadBalancerId, range, 0)))]
        : []),
    ];
  },
);
