import type { Metadata } from "next";
import { readListChoice } from "@/client/list-address.ts";
import { VmListPage } from "@/cloud-vms/vm-list.tsx";
import { siteListInput, VM_LIST, vmListInput } from "@/cloud-vms/vm-list-query.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { catalogInput } from "@/vm-detail/vm-queries.ts";

export const metadata: Metadata = { title: "Cloud VMs" };

export default async function CloudVmsPage({ params, searchParams }: PageProps<"/workspaces/[workspaceId]/cloud-vms">) {
  const { workspaceId } = await params;
  const choice = readListChoice(VM_LIST, await searchParams);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().cloudVm.list.queryOptions(vmListInput(workspaceId, choice))),
        client.prefetchQuery(api().site.list.queryOptions(siteListInput(workspaceId))),
        client.prefetchQuery(api().image.list.queryOptions(catalogInput(workspaceId))),
      ]}
    >
      <VmListPage kind="cloud" />
    </Prefetched>
  );
}
