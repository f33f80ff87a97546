import type { Metadata } from "next";
import { listPage, readListChoice } from "@/client/list-address.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { VolumeListPage } from "@/volumes/volume-list-page.tsx";
import { VOLUME_LIST } from "@/volumes/volume-list-query.ts";

export const metadata: Metadata = { title: "Volumes" };

export default async function VolumesPage({ params, searchParams }: PageProps<"/workspaces/[workspaceId]/volumes">) {
  const { workspaceId } = await params;
  const choice = readListChoice(VOLUME_LIST, await searchParams);
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().volume.list.queryOptions(listPage(workspaceId, choice)))]}>
      <VolumeListPage />
    </Prefetched>
  );
}
