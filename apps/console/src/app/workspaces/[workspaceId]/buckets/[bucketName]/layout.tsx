import { BucketFrame } from "@/buckets/bucket-frame.tsx";
import { layout } from "@/server/prefetch.tsx";

export default layout<LayoutProps<"/workspaces/[workspaceId]/buckets/[bucketName]">>(
  BucketFrame,
  ({ trpc, ask }, { workspaceId, bucketName }) => [
    ask(trpc.bucket.get.queryOptions({ workspace_id: workspaceId, bucket_name: bucketName })),
  ],
);
