import { DistributionFrame } from "@/cdn/distribution-frame.tsx";
import { distributionInputs } from "@/cdn/distribution-queries.ts";
import { layout } from "@/server/prefetch.tsx";

export default layout<LayoutProps<"/workspaces/[workspaceId]/cdn/[distributionId]">>(
  DistributionFrame,
  ({ trpc, ask }, { workspaceId, distributionId }) => [
    ask(trpc.cdnDistribution.get.queryOptions(distributionInputs(workspaceId, distributionId).distribution)),
  ],
);
