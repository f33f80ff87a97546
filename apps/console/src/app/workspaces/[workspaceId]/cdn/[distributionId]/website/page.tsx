import type { Metadata } from "next";
import { distributionInput } from "@/cdn/distribution-queries.ts";
import { WebsitePage } from "@/cdn/website-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Website of a distribution" };

export default route<PageProps<"/workspaces/[workspaceId]/cdn/[distributionId]/website">>(
  WebsitePage,
  ({ trpc, ask }, { workspaceId, distributionId }) => [
    ask(trpc.cdnWebsite.get.queryOptions(distributionInput(workspaceId, distributionId))),
  ],
);
