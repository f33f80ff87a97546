import type { Metadata } from "next";
import { BucketOverview } from "@/buckets/bucket-overview.tsx";
import { bucketInputs } from "@/buckets/bucket-queries.ts";
import { skuInput } from "@/client/sku-query.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Bucket" };

export default async function OneBucketPage({ params }: PageProps<"/workspaces/[workspaceId]/buckets/[bucketName]">) {
  const { workspaceId } = await params;
  const inputs = bucketInputs(workspaceId);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().accessKey.list.queryOptions(inputs.keys)),
        client.prefetchQuery(api().region.list.queryOptions(inputs.regions)),
        client.prefetchQuery(api().sku.list.queryOptions(skuInput(workspaceId, "object-storage"))),
      ]}
    >
      <BucketOverview />
    </Prefetched>
  );
}
