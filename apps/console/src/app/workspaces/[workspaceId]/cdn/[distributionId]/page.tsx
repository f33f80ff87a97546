import type { Metadata } from "next";
import { DistributionOverview } from "@/cdn/distribution-overview.tsx";
import { distributionInputs } from "@/cdn/distribution-queries.ts";
import { skuInput } from "@/client/sku-query.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Distribution" };

export default async function DistributionPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/cdn/[distributionId]">) {
  const { workspaceId, distributionId } = await params;
  const inputs = distributionInputs(workspaceId, distributionId);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().cdnDeployment.get.queryOptions(inputs.distribution)),
        client.prefetchQuery(api().sku.list.queryOptions(skuInput(workspaceId, "cdn"))),
      ]}
    >
      <DistributionOverview />
    </Prefetched>
  );
}
