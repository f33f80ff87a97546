import type { Metadata } from "next";
import { readListChoice, WHOLE_LIST } from "@/client/list-address.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { volumePartsInput } from "@/volumes/volume-queries.ts";
import { VolumeSnapshots } from "@/volumes/volume-snapshots.tsx";

export const metadata: Metadata = { title: "Snapshots of a volume" };

export default async function VolumeSnapshotsPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/volumes/[volumeId]/snapshots">) {
  const { workspaceId, volumeId } = await params;
  const input = volumePartsInput(workspaceId, volumeId, readListChoice(WHOLE_LIST, await searchParams));
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().volumeSnapshot.list.queryOptions(input))]}>
      <VolumeSnapshots />
    </Prefetched>
  );
}
