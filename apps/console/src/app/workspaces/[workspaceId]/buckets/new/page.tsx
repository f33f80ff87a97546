import type { Metadata } from "next";
import { bucketInputs } from "@/buckets/bucket-queries.ts";
import { CreateBucketPage } from "@/buckets/create-bucket-page.tsx";
import { skusQuestion } from "@/client/catalog-questions.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "New bucket" };

export default route<PageProps<"/workspaces/[workspaceId]/buckets/new">>(
  CreateBucketPage,
  ({ trpc, ask }, { workspaceId }) => [
    ask(trpc.region.list.queryOptions(bucketInputs(workspaceId).regions)),
    ask(skusQuestion(trpc, { workspaceId }, "object-storage")),
  ],
);
