import type { Metadata } from "next";
import { CreateVmPage } from "@/cloud-vms/create-vm-page.tsx";
import { offeringInputs } from "@/cloud-vms/create-vm-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { services } from "@/server/services.ts";

export const metadata: Metadata = { title: "New GPU VM" };

export default async function NewGpuVmPage({ params }: PageProps<"/workspaces/[workspaceId]/gpu-vms/new">) {
  const { workspaceId } = await params;
  const inputs = offeringInputs(workspaceId, "gpu");
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().plan.list.queryOptions(inputs.plans)),
        client.prefetchQuery(api().image.list.queryOptions(inputs.images)),
        client.prefetchQuery(api().site.list.queryOptions(inputs.sites)),
      ]}
    >
      <CreateVmPage kind="gpu" apiUrl={`${services().configuration.publicApiUrl}/v1`} />
    </Prefetched>
  );
}
