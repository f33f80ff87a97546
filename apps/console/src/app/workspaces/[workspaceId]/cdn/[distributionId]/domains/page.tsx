import type { Metadata } from "next";
import { distributionInputs } from "@/cdn/distribution-queries.ts";
import { DomainsPage } from "@/cdn/domains-page.tsx";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Domains of a distribution" };

export default async function DistributionDomainsPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/cdn/[distributionId]/domains">) {
  const { workspaceId, distributionId } = await params;
  const inputs = distributionInputs(workspaceId, distributionId);
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().cdnCustomDomain.list.queryOptions(inputs.distribution))]}>
      <DomainsPage />
    </Prefetched>
  );
}
