import { BucketFrame } from "@/buckets/bucket-frame.tsx";
import { api, Prefetched } from "@/server/prefetch.tsx";

export default async function BucketLayout({
  params,
  children,
}: LayoutProps<"/workspaces/[workspaceId]/buckets/[bucketName]">) {
  const { workspaceId, bucketName } = await params;
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().bucket.get.queryOptions({ workspace_id: workspaceId, bucket_name: bucketName })),
      ]}
    >
      <BucketFrame bucketName={bucketName}>{children}</BucketFrame>
    </Prefetched>
  );
}
