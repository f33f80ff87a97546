import type { Metadata } from "next";
import { bucketInputs } from "@/buckets/bucket-queries.ts";
import { CreateBucketPage } from "@/buckets/create-bucket-page.tsx";
import { skuInput } from "@/client/sku-query.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "New bucket" };

export default async function NewBucketPage({ params }: PageProps<"/workspaces/[workspaceId]/buckets/new">) {
  const { workspaceId } = await params;
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().region.list.queryOptions(bucketInputs(workspaceId).regions)),
        client.prefetchQuery(api().sku.list.queryOptions(skuInput(workspaceId, "object-storage"))),
      ]}
    >
      <CreateBucketPage />
    </Prefetched>
  );
}
