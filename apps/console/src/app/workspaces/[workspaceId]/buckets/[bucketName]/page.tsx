import type { Metadata } from "next";
import { BucketOverview } from "@/buckets/bucket-overview.tsx";
import { bucketInputs } from "@/buckets/bucket-queries.ts";
import { skusQuestion } from "@/client/catalog-questions.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Bucket" };

export default route<PageProps<"/workspaces/[workspaceId]/buckets/[bucketName]">>(
  BucketOverview,
  ({ trpc, ask }, { workspaceId }) => [
    ask(trpc.accessKey.list.queryOptions(bucketInputs(workspaceId).keys)),
    ask(trpc.region.list.queryOptions(bucketInputs(workspaceId).regions)),
    ask(skusQuestion(trpc, { workspaceId }, "object-storage")),
  ],
);
