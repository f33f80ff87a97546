import type { Metadata } from "next";
import { VmListPage } from "@/cloud-vms/vm-list.tsx";
import { readVmFilter, vmListInput } from "@/cloud-vms/vm-list-query.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Cloud VMs" };

export default async function CloudVmsPage({ params, searchParams }: PageProps<"/workspaces/[workspaceId]/cloud-vms">) {
  const { workspaceId } = await params;
  const filter = readVmFilter(await searchParams);
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().cloudVm.list.queryOptions(vmListInput(workspaceId, filter)))]}>
      <VmListPage />
    </Prefetched>
  );
}
