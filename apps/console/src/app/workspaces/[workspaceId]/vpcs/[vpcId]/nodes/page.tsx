import { machinesInput } from "@/networking/machines-input.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { NodesPage } from "@/vpcs/nodes-page.tsx";
import { vpcPartsInput } from "@/vpcs/vpc-queries.ts";

export default async function VpcNodesPage({ params }: PageProps<"/workspaces/[workspaceId]/vpcs/[vpcId]/nodes">) {
  const { workspaceId, vpcId } = await params;
  const parts = vpcPartsInput(workspaceId, vpcId);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().subnet.list.queryOptions(parts)),
        client.prefetchQuery(api().vpcNode.list.queryOptions(parts)),
        client.prefetchQuery(api().cloudVm.list.queryOptions(machinesInput(workspaceId))),
        client.prefetchQuery(api().gpuVm.list.queryOptions(machinesInput(workspaceId))),
      ]}
    >
      <NodesPage vpcId={vpcId} />
    </Prefetched>
  );
}
