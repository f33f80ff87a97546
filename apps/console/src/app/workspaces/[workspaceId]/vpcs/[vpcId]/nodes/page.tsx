import { wholeInput } from "@/client/list.ts";
import { route } from "@/server/prefetch.tsx";
import { NodesPage } from "@/vpcs/nodes-page.tsx";
import { vpcPartsInput } from "@/vpcs/vpc-queries.ts";

export default route<PageProps<"/workspaces/[workspaceId]/vpcs/[vpcId]/nodes">>(
  NodesPage,
  ({ trpc, ask }, { workspaceId, vpcId }) => [
    ask(trpc.subnet.list.queryOptions(vpcPartsInput(workspaceId, vpcId))),
    ask(trpc.vpcNode.list.queryOptions(vpcPartsInput(workspaceId, vpcId))),
    ask(trpc.cloudVm.list.queryOptions(wholeInput(workspaceId))),
    ask(trpc.gpuVm.list.queryOptions(wholeInput(workspaceId))),
  ],
);
