import type { Metadata } from "next";
import { distributionInput } from "@/cdn/distribution-queries.ts";
import { DomainsPage } from "@/cdn/domains-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Domains of a distribution" };

export default route<PageProps<"/workspaces/[workspaceId]/cdn/[distributionId]/domains">>(
  DomainsPage,
  ({ trpc, ask }, { workspaceId, distributionId }) => [
    ask(trpc.cdnCustomDomain.list.queryOptions(distributionInput(workspaceId, distributionId))),
  ],
);
