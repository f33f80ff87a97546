import type { Metadata } from "next";
import { CreateBucketPage } from "@/buckets/create-bucket-page.tsx";
import { skusQuestion } from "@/client/catalog-questions.ts";
import { wholeInput } from "@/client/list.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "New bucket" };

export default route<PageProps<"/workspaces/[workspaceId]/buckets/new">>(
  CreateBucketPage,
  ({ trpc, ask }, { workspaceId }) => [
    ask(trpc.region.list.queryOptions(wholeInput(workspaceId))),
    ask(skusQuestion(trpc, { workspaceId }, "object-storage")),
  ],
);
