import type { Metadata } from "next";
import { distributionInputs } from "@/cdn/distribution-queries.ts";
import { PurgePage } from "@/cdn/purge-page.tsx";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Purges of a distribution" };

export default async function DistributionPurgePage({
  params,
}: PageProps<"/workspaces/[workspaceId]/cdn/[distributionId]/purge">) {
  const { workspaceId, distributionId } = await params;
  const inputs = distributionInputs(workspaceId, distributionId);
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().cdnPurge.list.queryOptions(inputs.purges))]}>
      <PurgePage />
    </Prefetched>
  );
}
