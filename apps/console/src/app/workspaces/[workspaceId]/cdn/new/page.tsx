import type { Metadata } from "next";
import { CreateDistributionPage } from "@/cdn/create-distribution-page.tsx";
import { skusQuestion } from "@/client/catalog-questions.ts";
import { wholeInput } from "@/client/list.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "New distribution" };

export default route<PageProps<"/workspaces/[workspaceId]/cdn/new">>(
  CreateDistributionPage,
  ({ trpc, ask }, { workspaceId }) => [
    ask(trpc.bucket.list.queryOptions(wholeInput(workspaceId))),
    ask(skusQuestion(trpc, { workspaceId }, "cdn")),
  ],
);
