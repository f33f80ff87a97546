import { machinesInput } from "@/networking/machines-input.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { MapPage } from "@/vpcs/map-page.tsx";
import { prefetchGateways } from "@/vpcs/prefetch-gateways.ts";
import { vpcPartsInput } from "@/vpcs/vpc-queries.ts";

export default async function VpcMapPage({ params }: PageProps<"/workspaces/[workspaceId]/vpcs/[vpcId]">) {
  const { workspaceId, vpcId } = await params;
  const parts = vpcPartsInput(workspaceId, vpcId);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().subnet.list.queryOptions(parts)),
        client.prefetchQuery(api().vpcNode.list.queryOptions(parts)),
        prefetchGateways(client, workspaceId, vpcId),
        client.prefetchQuery(api().cloudVm.list.queryOptions(machinesInput(workspaceId))),
        client.prefetchQuery(api().gpuVm.list.queryOptions(machinesInput(workspaceId))),
      ]}
    >
      <MapPage vpcId={vpcId} />
    </Prefetched>
  );
}
