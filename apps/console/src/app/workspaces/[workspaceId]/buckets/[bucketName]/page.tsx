import type { Metadata } from "next";
import { BucketPage } from "@/buckets/bucket-page.tsx";
import { bucketInputs } from "@/buckets/bucket-queries.ts";
import { skuInput } from "@/client/sku-query.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Bucket" };

export default async function OneBucketPage({ params }: PageProps<"/workspaces/[workspaceId]/buckets/[bucketName]">) {
  const { workspaceId, bucketName } = await params;
  const inputs = bucketInputs(workspaceId);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().bucket.get.queryOptions({ workspace_id: workspaceId, bucket_name: bucketName })),
        client.prefetchQuery(api().accessKey.list.queryOptions(inputs.keys)),
        client.prefetchQuery(api().region.list.queryOptions(inputs.regions)),
        client.prefetchQuery(api().sku.list.queryOptions(skuInput(workspaceId, "object-storage"))),
      ]}
    >
      <BucketPage bucketName={bucketName} />
    </Prefetched>
  );
}
