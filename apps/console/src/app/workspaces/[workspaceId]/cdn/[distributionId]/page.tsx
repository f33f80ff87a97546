import type { Metadata } from "next";
import { DistributionOverview } from "@/cdn/distribution-overview.tsx";
import { distributionInput } from "@/cdn/distribution-queries.ts";
import { skusQuestion } from "@/client/catalog-questions.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Distribution" };

export default route<PageProps<"/workspaces/[workspaceId]/cdn/[distributionId]">>(
  DistributionOverview,
  ({ trpc, ask }, { workspaceId, distributionId }) => [
    ask(trpc.cdnDeployment.get.queryOptions(distributionInput(workspaceId, distributionId))),
    ask(skusQuestion(trpc, { workspaceId }, "cdn")),
  ],
);
