import { api, Prefetched } from "@/server/prefetch.tsx";
import { VolumeFrame } from "@/volumes/volume-frame.tsx";
import { volumeInput } from "@/volumes/volume-queries.ts";

export default async function VolumeLayout({
  params,
  children,
}: LayoutProps<"/workspaces/[workspaceId]/volumes/[volumeId]">) {
  const { workspaceId, volumeId } = await params;
  const input = volumeInput(workspaceId, volumeId);
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().volume.get.queryOptions(input))]}>
      <VolumeFrame volumeId={volumeId}>{children}</VolumeFrame>
    </Prefetched>
  );
}
