import { api, Prefetched } from "@/server/prefetch.tsx";
import { NatGatewaysPage } from "@/vpcs/nat-gateways-page.tsx";
import { vpcPartsInput } from "@/vpcs/vpc-queries.ts";

export default async function VpcNatGatewaysPage({ params }: PageProps<"/workspaces/[workspaceId]/vpcs/[vpcId]/nat-gateways">) {
  const { workspaceId, vpcId } = await params;
  const parts = vpcPartsInput(workspaceId, vpcId);
  return (
    <Prefetched
      load={(client) => [client.prefetchQuery(api().natGateway.list.queryOptions(parts)), client.prefetchQuery(api().subnet.list.queryOptions(parts))]}
    >
      <NatGatewaysPage vpcId={vpcId} />
    </Prefetched>
  );
}
