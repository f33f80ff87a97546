import type { Metadata } from "next";
import { DistributionListPage } from "@/cdn/distribution-list-page.tsx";
import { DISTRIBUTION_LIST } from "@/cdn/distribution-list-query.ts";
import { listPage, readListChoice } from "@/client/list-address.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "CDN" };

export default async function CdnPage({ params, searchParams }: PageProps<"/workspaces/[workspaceId]/cdn">) {
  const { workspaceId } = await params;
  const choice = readListChoice(DISTRIBUTION_LIST, await searchParams);
  return (
    <Prefetched
      load={(client) => [client.prefetchQuery(api().cdnDistribution.list.queryOptions(listPage(workspaceId, choice)))]}
    >
      <DistributionListPage />
    </Prefetched>
  );
}
