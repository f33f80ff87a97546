import type { Metadata } from "next";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { volumeInputs } from "@/volumes/volume-queries.ts";
import { VolumeSnapshots } from "@/volumes/volume-snapshots.tsx";

export const metadata: Metadata = { title: "Snapshots of a volume" };

export default async function VolumeSnapshotsPage({ params }: PageProps<"/workspaces/[workspaceId]/volumes/[volumeId]/snapshots">) {
  const { workspaceId, volumeId } = await params;
  const inputs = volumeInputs(workspaceId, volumeId);
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().volumeSnapshot.list.queryOptions(inputs.snapshots))]}>
      <VolumeSnapshots />
    </Prefetched>
  );
}
