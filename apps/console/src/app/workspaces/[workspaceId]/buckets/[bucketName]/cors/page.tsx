import type { Metadata } from "next";
import { CorsPage } from "@/buckets/cors-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "CORS" };

export default route<PageProps<"/workspaces/[workspaceId]/buckets/[bucketName]/cors">>(
  CorsPage,
  ({ trpc, ask }, { workspaceId, bucketName }) => [
    ask(trpc.bucketCors.get.queryOptions({ workspace_id: workspaceId, bucket_name: bucketName })),
  ],
);
