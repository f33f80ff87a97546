import { DistributionFrame } from "@/cdn/distribution-frame.tsx";
import { distributionInputs } from "@/cdn/distribution-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export default async function DistributionLayout({
  params,
  children,
}: LayoutProps<"/workspaces/[workspaceId]/cdn/[distributionId]">) {
  const { workspaceId, distributionId } = await params;
  const inputs = distributionInputs(workspaceId, distributionId);
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().cdnDistribution.get.queryOptions(inputs.distribution))]}>
      <DistributionFrame distributionId={distributionId}>{children}</DistributionFrame>
    </Prefetched>
  );
}
