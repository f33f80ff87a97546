import { api, Prefetched } from "@/server/prefetch.tsx";
import { VolumeFrame } from "@/volumes/volume-frame.tsx";
import { volumeInputs } from "@/volumes/volume-queries.ts";

export default async function VolumeLayout({ params, children }: LayoutProps<"/workspaces/[workspaceId]/volumes/[volumeId]">) {
  const { workspaceId, volumeId } = await params;
  const inputs = volumeInputs(workspaceId, volumeId);
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().volume.get.queryOptions(inputs.volume))]}>
      <VolumeFrame volumeId={volumeId}>{children}</VolumeFrame>
    </Prefetched>
  );
}
