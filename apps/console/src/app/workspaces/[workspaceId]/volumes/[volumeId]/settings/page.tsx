import type { Metadata } from "next";
import { skuInput } from "@/client/sku-query.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { VolumeSettings } from "@/volumes/volume-settings.tsx";

export const metadata: Metadata = { title: "Settings of a volume" };

export default async function VolumeSettingsPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/volumes/[volumeId]/settings">) {
  const { workspaceId } = await params;
  return (
    <Prefetched
      load={(client) => [client.prefetchQuery(api().sku.list.queryOptions(skuInput(workspaceId, "block-storage")))]}
    >
      <VolumeSettings />
    </Prefetched>
  );
}
