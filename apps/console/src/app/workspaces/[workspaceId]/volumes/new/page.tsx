import type { Metadata } from "next";
import { skuInput } from "@/client/sku-query.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { CreateVolumePage } from "@/volumes/create-volume-page.tsx";
import { createVolumeInputs } from "@/volumes/create-volume-queries.ts";

export const metadata: Metadata = { title: "New volume" };

export default async function NewVolumePage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/volumes/new">) {
  const { workspaceId } = await params;
  const { volume_id, snapshot_id } = await searchParams;
  const from =
    typeof volume_id === "string" && typeof snapshot_id === "string" ? { volume_id, snapshot_id } : undefined;
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().site.list.queryOptions(createVolumeInputs(workspaceId).sites)),
        client.prefetchQuery(api().sku.list.queryOptions(skuInput(workspaceId, "block-storage"))),
        ...(from === undefined
          ? []
          : [
              client.prefetchQuery(api().volumeSnapshot.get.queryOptions({ workspace_id: workspaceId, ...from })),
              client.prefetchQuery(
                api().volume.get.queryOptions({ workspace_id: workspaceId, volume_id: from.volume_id }),
              ),
            ]),
      ]}
    >
      <CreateVolumePage key={from?.snapshot_id ?? ""} from={from} />
    </Prefetched>
  );
}
