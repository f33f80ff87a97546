import { api, Prefetched } from "@/server/prefetch.tsx";
import { SubnetsPage } from "@/vpcs/subnets-page.tsx";
import { vpcPartsInput } from "@/vpcs/vpc-queries.ts";

export default async function VpcSubnetsPage({ params }: PageProps<"/workspaces/[workspaceId]/vpcs/[vpcId]/subnets">) {
  const { workspaceId, vpcId } = await params;
  const parts = vpcPartsInput(workspaceId, vpcId);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().subnet.list.queryOptions(parts)),
        client.prefetchQuery(api().vpcNode.list.queryOptions(parts)),
      ]}
    >
      <SubnetsPage vpcId={vpcId} />
    </Prefetched>
  );
}
