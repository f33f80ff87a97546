import type { Metadata } from "next";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { VolumeOperations } from "@/volumes/volume-operations.tsx";
import { volumeInputs } from "@/volumes/volume-queries.ts";

export const metadata: Metadata = { title: "Operations of a volume" };

export default async function VolumeOperationsPage({ params }: PageProps<"/workspaces/[workspaceId]/volumes/[volumeId]/operations">) {
  const { workspaceId, volumeId } = await params;
  const inputs = volumeInputs(workspaceId, volumeId);
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().volume.operations.queryOptions(inputs.operations))]}>
      <VolumeOperations />
    </Prefetched>
  );
}
