import type { Metadata } from "next";
import { SignedUrlsPage } from "@/cdn/signed-urls-page.tsx";
import { wholeInput } from "@/client/list.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Signed URLs" };

export default route<PageProps<"/workspaces/[workspaceId]/cdn/[distributionId]/signed-urls">>(
  SignedUrlsPage,
  ({ trpc, ask }, { workspaceId }) => [ask(trpc.bucket.list.queryOptions(wholeInput(workspaceId)))],
);
