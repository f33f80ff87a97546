import type { Metadata } from "next";
import { distributionInputs } from "@/cdn/distribution-queries.ts";
import { PurgePage } from "@/cdn/purge-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Purges of a distribution" };

export default route<PageProps<"/workspaces/[workspaceId]/cdn/[distributionId]/purge">>(
  PurgePage,
  ({ trpc, ask }, { workspaceId, distributionId }) => [
    ask(trpc.cdnPurge.list.queryOptions(distributionInputs(workspaceId, distributionId).purges)),
  ],
);
