import type { Metadata } from "next";
import { LifecyclePage } from "@/buckets/lifecycle-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Lifecycle" };

export default route<PageProps<"/workspaces/[workspaceId]/buckets/[bucketName]/lifecycle">>(
  LifecyclePage,
  ({ trpc, ask }, { workspaceId, bucketName }) => [
    ask(trpc.bucketLifecycle.get.queryOptions({ workspace_id: workspaceId, bucket_name: bucketName })),
  ],
);
