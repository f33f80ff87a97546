import type { Metadata } from "next";
import { VmDetailPage } from "@/cloud-vms/vm-detail-page.tsx";
import { vmInputs } from "@/cloud-vms/vm-detail-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "VM" };

export default async function CloudVmPage({ params }: PageProps<"/workspaces/[workspaceId]/cloud-vms/[vmId]">) {
  const { workspaceId, vmId } = await params;
  const inputs = vmInputs(workspaceId, vmId);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().cloudVm.get.queryOptions(inputs.vm)),
        client.prefetchQuery(api().operation.list.queryOptions(inputs.operations)),
      ]}
    >
      <VmDetailPage vmId={vmId} />
    </Prefetched>
  );
}
