import type { Metadata } from "next";
import { distributionInputs } from "@/cdn/distribution-queries.ts";
import { WebsitePage } from "@/cdn/website-page.tsx";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Website of a distribution" };

export default async function DistributionWebsitePage({
  params,
}: PageProps<"/workspaces/[workspaceId]/cdn/[distributionId]/website">) {
  const { workspaceId, distributionId } = await params;
  const inputs = distributionInputs(workspaceId, distributionId);
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().cdnWebsite.get.queryOptions(inputs.distribution))]}>
      <WebsitePage />
    </Prefetched>
  );
}
