import type { Metadata } from "next";
import { CreateVmPage } from "@/cloud-vms/create-vm-page.tsx";
import { offeringInputs } from "@/cloud-vms/create-vm-queries.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { services } from "@/server/services.ts";

export const metadata: Metadata = { title: "New VM" };

export default async function NewVmPage({ params }: PageProps<"/workspaces/[workspaceId]/cloud-vms/new">) {
  const { workspaceId } = await params;
  const inputs = offeringInputs(workspaceId, "cloud");
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().plan.list.queryOptions(inputs.plans)),
        client.prefetchQuery(api().image.list.queryOptions(inputs.images)),
        client.prefetchQuery(api().site.list.queryOptions(inputs.sites)),
      ]}
    >
      <CreateVmPage kind="cloud" apiUrl={`${services().configuration.publicApiUrl}/v1`} />
    </Prefetched>
  );
}
