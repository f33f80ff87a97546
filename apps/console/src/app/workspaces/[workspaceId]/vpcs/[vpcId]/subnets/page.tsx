import { route } from "@/server/prefetch.tsx";
import { SubnetsPage } from "@/vpcs/subnets-page.tsx";
import { vpcPartsInput } from "@/vpcs/vpc-queries.ts";

export default route<PageProps<"/workspaces/[workspaceId]/vpcs/[vpcId]/subnets">>(
  SubnetsPage,
  ({ trpc, ask }, { workspaceId, vpcId }) => [
    ask(trpc.subnet.list.queryOptions(vpcPartsInput(workspaceId, vpcId))),
    ask(trpc.vpcNode.list.queryOptions(vpcPartsInput(workspaceId, vpcId))),
  ],
);
