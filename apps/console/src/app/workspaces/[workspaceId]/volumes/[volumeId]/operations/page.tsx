import type { Metadata } from "next";
import { readListChoice, WHOLE_LIST } from "@/client/list-address.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { prefetchNames } from "@/server/prefetch-names.ts";
import { VolumeOperations } from "@/volumes/volume-operations.tsx";
import { vmOf, volumePartsInput } from "@/volumes/volume-queries.ts";

export const metadata: Metadata = { title: "Operations of a volume" };

export default async function VolumeOperationsPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/volumes/[volumeId]/operations">) {
  const { workspaceId, volumeId } = await params;
  const input = volumePartsInput(workspaceId, volumeId, readListChoice(WHOLE_LIST, await searchParams));
  const operations = api().volume.operations.queryOptions(input);
  return (
    <Prefetched
      load={(client) => [
        client
          .prefetchQuery(operations)
          .then(() =>
            prefetchNames(client, workspaceId, client.getQueryData(operations.queryKey)?.items.map(vmOf) ?? []),
          ),
      ]}
    >
      <VolumeOperations />
    </Prefetched>
  );
}
