import type { Metadata } from "next";
import { readObjectsAddress } from "@/objects/object-address.ts";
import { objectListInput } from "@/objects/object-queries.ts";
import { ObjectsPage } from "@/objects/objects-page.tsx";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Objects" };

export default async function BucketObjectsPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/buckets/[bucketName]/objects">) {
  const { workspaceId, bucketName } = await params;
  const input = objectListInput({ workspaceId, bucketName }, readObjectsAddress(await searchParams));
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().object.list.queryOptions(input))]}>
      <ObjectsPage />
    </Prefetched>
  );
}
