import type { Metadata } from "next";
import { PolicyPage } from "@/buckets/policy-page.tsx";
import { wholeInput } from "@/client/list.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Policy" };

export default route<PageProps<"/workspaces/[workspaceId]/buckets/[bucketName]/policy">>(
  PolicyPage,
  ({ trpc, ask }, { workspaceId, bucketName }) => [
    ask(trpc.bucketPolicy.get.queryOptions({ workspace_id: workspaceId, bucket_name: bucketName })),
    ask(trpc.accessKey.list.queryOptions(wholeInput(workspaceId))),
  ],
);
