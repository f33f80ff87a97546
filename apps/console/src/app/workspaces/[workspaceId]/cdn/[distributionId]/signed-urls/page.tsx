import type { Metadata } from "next";
import { originInput } from "@/cdn/distribution-queries.ts";
import { SignedUrlsPage } from "@/cdn/signed-urls-page.tsx";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Signed URLs" };

export default async function DistributionSignedUrlsPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/cdn/[distributionId]/signed-urls">) {
  const { workspaceId } = await params;
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().bucket.list.queryOptions(originInput(workspaceId)))]}>
      <SignedUrlsPage />
    </Prefetched>
  );
}
