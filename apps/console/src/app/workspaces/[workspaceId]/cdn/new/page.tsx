import type { Metadata } from "next";
import { CreateDistributionPage } from "@/cdn/create-distribution-page.tsx";
import { originInput } from "@/cdn/distribution-queries.ts";
import { skuInput } from "@/client/sku-query.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "New distribution" };

export default async function NewDistributionPage({ params }: PageProps<"/workspaces/[workspaceId]/cdn/new">) {
  const { workspaceId } = await params;
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().bucket.list.queryOptions(originInput(workspaceId))),
        client.prefetchQuery(api().sku.list.queryOptions(skuInput(workspaceId, "cdn"))),
      ]}
    >
      <CreateDistributionPage />
    </Prefetched>
  );
}
