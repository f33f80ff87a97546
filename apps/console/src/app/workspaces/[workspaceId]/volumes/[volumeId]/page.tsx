import type { Metadata } from "next";
import { skuInput } from "@/client/sku-query.ts";
import { sitesInput } from "@/networking/sites-input.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { prefetchNames } from "@/server/prefetch-names.ts";
import { VolumeOverview } from "@/volumes/volume-overview.tsx";
import { volumeInput } from "@/volumes/volume-queries.ts";

export const metadata: Metadata = { title: "Volume" };

export default async function VolumePage({ params }: PageProps<"/workspaces/[workspaceId]/volumes/[volumeId]">) {
  const { workspaceId, volumeId } = await params;
  const volume = api().volume.get.queryOptions(volumeInput(workspaceId, volumeId));
  return (
    <Prefetched
      load={(client) => [
        client
          .prefetchQuery(volume)
          .then(() =>
            prefetchNames(client, workspaceId, [client.getQueryData(volume.queryKey)?.attached_vm_id ?? null]),
          ),
        client.prefetchQuery(api().site.list.queryOptions(sitesInput(workspaceId))),
        client.prefetchQuery(api().sku.list.queryOptions(skuInput(workspaceId, "block-storage"))),
      ]}
    >
      <VolumeOverview />
    </Prefetched>
  );
}
