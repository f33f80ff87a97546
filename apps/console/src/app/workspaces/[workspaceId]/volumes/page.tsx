import type { Metadata } from "next";
import { listPage, readListChoice } from "@/client/list-address.ts";
import { sitesInput } from "@/networking/sites-input.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { prefetchNames } from "@/server/prefetch-names.ts";
import { VolumeListPage } from "@/volumes/volume-list-page.tsx";
import { VOLUME_LIST } from "@/volumes/volume-list-query.ts";

export const metadata: Metadata = { title: "Volumes" };

export default async function VolumesPage({ params, searchParams }: PageProps<"/workspaces/[workspaceId]/volumes">) {
  const { workspaceId } = await params;
  const choice = readListChoice(VOLUME_LIST, await searchParams);
  const volumes = api().volume.list.queryOptions(listPage(workspaceId, choice));
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(volumes).then(() => {
          const attached = client.getQueryData(volumes.queryKey)?.items.map(({ attached_vm_id }) => attached_vm_id);
          return prefetchNames(client, workspaceId, attached ?? []);
        }),
        client.prefetchQuery(api().site.list.queryOptions(sitesInput(workspaceId))),
      ]}
    >
      <VolumeListPage />
    </Prefetched>
  );
}
