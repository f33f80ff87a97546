import type { Metadata } from "next";
import { BucketOverview } from "@/buckets/bucket-overview.tsx";
import { skusQuestion } from "@/client/catalog-questions.ts";
import { wholeInput } from "@/client/list.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Bucket" };

export default route<PageProps<"/workspaces/[workspaceId]/buckets/[bucketName]">>(
  BucketOverview,
  ({ trpc, ask }, { workspaceId }) => [
    ask(trpc.accessKey.list.queryOptions(wholeInput(workspaceId))),
    ask(trpc.region.list.queryOptions(wholeInput(workspaceId))),
    ask(skusQuestion(trpc, { workspaceId }, "object-storage")),
  ],
);
