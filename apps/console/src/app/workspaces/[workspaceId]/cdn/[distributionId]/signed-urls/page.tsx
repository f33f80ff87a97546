import type { Metadata } from "next";
import { originInput } from "@/cdn/distribution-queries.ts";
import { SignedUrlsPage } from "@/cdn/signed-urls-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Signed URLs" };

export default route<PageProps<"/workspaces/[workspaceId]/cdn/[distributionId]/signed-urls">>(
  SignedUrlsPage,
  ({ trpc, ask }, { workspaceId }) => [ask(trpc.bucket.list.queryOptions(originInput(workspaceId)))],
);
