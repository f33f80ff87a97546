import { DistributionFrame } from "@/cdn/distribution-frame.tsx";
import { distributionInput } from "@/cdn/distribution-queries.ts";
import { layout } from "@/server/prefetch.tsx";

export default layout<LayoutProps<"/workspaces/[workspaceId]/cdn/[distributionId]">>(
  DistributionFrame,
  ({ trpc, ask }, { workspaceId, distributionId }) => [
    ask(trpc.cdnDistribution.get.queryOptions(distributionInput(workspaceId, distributionId))),
  ],
);
