import { machinesInput } from "@/networking/machines-input.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { NatGatewaysPage } from "@/vpcs/nat-gateways-page.tsx";
import { prefetchGateways } from "@/vpcs/prefetch-gateways.ts";
import { vpcPartsInput } from "@/vpcs/vpc-queries.ts";

export default async function VpcNatGatewaysPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/vpcs/[vpcId]/nat-gateways">) {
  const { workspaceId, vpcId } = await params;
  const parts = vpcPartsInput(workspaceId, vpcId);
  return (
    <Prefetched
      load={(client) => [
        prefetchGateways(client, workspaceId, vpcId),
        client.prefetchQuery(api().subnet.list.queryOptions(parts)),
        client.prefetchQuery(api().cloudVm.list.queryOptions(machinesInput(workspaceId))),
        client.prefetchQuery(api().gpuVm.list.queryOptions(machinesInput(workspaceId))),
      ]}
    >
      <NatGatewaysPage vpcId={vpcId} />
    </Prefetched>
  );
}
