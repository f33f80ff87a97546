import type { Metadata } from "next";
import { distributionMetricsInput } from "@/cdn/distribution-queries.ts";
import { DistributionMetricsPage } from "@/cdn/metrics-page.tsx";
import { RANGE_LIST } from "@/charts/range.ts";
import { readListChoice } from "@/client/list.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Metrics of a distribution" };

/** The last hour is prefetched. Longer ranges depend on the browser's clock. */
export default route<PageProps<"/workspaces/[workspaceId]/cdn/[distributionId]/metrics">>(
  DistributionMetricsPage,
  ({ trpc, ask }, { workspaceId, distributionId }, search) => {
    const { range = "1h" } = readListChoice(RANGE_LIST, search);
    if (range !== "1h") return [];
    return [ask(trpc.cdnMetrics.get.queryOptions(distributionMetricsInput(workspaceId, distributionId, range, 0)))];
  },
);
