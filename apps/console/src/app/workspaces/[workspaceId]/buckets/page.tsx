import type { Metadata } from "next";
import { BucketListPage } from "@/buckets/bucket-list-page.tsx";
import { BUCKET_LIST } from "@/buckets/bucket-list-query.ts";
import { listPage, readListChoice } from "@/client/list-address.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Buckets" };

export default async function BucketsPage({ params, searchParams }: PageProps<"/workspaces/[workspaceId]/buckets">) {
  const { workspaceId } = await params;
  const choice = readListChoice(BUCKET_LIST, await searchParams);
  return (
    <Prefetched
      load={(client) => [client.prefetchQuery(api().bucket.list.queryOptions(listPage(workspaceId, choice)))]}
    >
      <BucketListPage />
    </Prefetched>
  );
}
