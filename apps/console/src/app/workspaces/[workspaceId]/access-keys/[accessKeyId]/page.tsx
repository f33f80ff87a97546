import type { Metadata } from "next";
import { AccessKeyPage } from "@/access-keys/access-key-page.tsx";
import { bucketInputs } from "@/buckets/bucket-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Access key" };

export default async function OneAccessKeyPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/access-keys/[accessKeyId]">) {
  const { workspaceId, accessKeyId } = await params;
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(
          api().accessKey.get.queryOptions({ workspace_id: workspaceId, access_key_id: accessKeyId }),
        ),
        client.prefetchQuery(api().region.list.queryOptions(bucketInputs(workspaceId).regions)),
      ]}
    >
      <AccessKeyPage accessKeyId={accessKeyId} />
    </Prefetched>
  );
}
