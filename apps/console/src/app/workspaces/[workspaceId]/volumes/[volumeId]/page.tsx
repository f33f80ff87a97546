import type { Metadata } from "next";
import { skuInput } from "@/client/sku-query.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { VolumeOverview } from "@/volumes/volume-overview.tsx";

export const metadata: Metadata = { title: "Volume" };

export default async function VolumePage({ params }: PageProps<"/workspaces/[workspaceId]/volumes/[volumeId]">) {
  const { workspaceId } = await params;
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().sku.list.queryOptions(skuInput(workspaceId, "block-storage")))]}>
      <VolumeOverview />
    </Prefetched>
  );
}
