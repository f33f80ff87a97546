import { wholeInput } from "@/client/list.ts";
import { route } from "@/server/prefetch.tsx";
import { NatGatewaysPage } from "@/vpcs/nat-gateways-page.tsx";
import { prefetchGateways } from "@/vpcs/prefetch-gateways.ts";
import { vpcPartsInput } from "@/vpcs/vpc-queries.ts";

export default route<PageProps<"/workspaces/[workspaceId]/vpcs/[vpcId]/nat-gateways">>(
  NatGatewaysPage,
  (asking, { workspaceId, vpcId }) => [
    prefetchGateways(asking, workspaceId, vpcId),
    asking.ask(asking.trpc.subnet.list.queryOptions(vpcPartsInput(workspaceId, vpcId))),
    asking.ask(asking.trpc.cloudVm.list.queryOptions(wholeInput(workspaceId))),
    asking.ask(asking.trpc.gpuVm.list.queryOptions(wholeInput(workspaceId))),
  ],
);
