import { machinesInput } from "@/networking/machines-input.ts";
import { route } from "@/server/prefetch.tsx";
import { NatGatewaysPage } from "@/vpcs/nat-gateways-page.tsx";
import { prefetchGateways } from "@/vpcs/prefetch-gateways.ts";
import { vpcPartsInput } from "@/vpcs/vpc-queries.ts";

export default route<PageProps<"/workspaces/[workspaceId]/vpcs/[vpcId]/nat-gateways">>(
  NatGatewaysPage,
  (asking, { workspaceId, vpcId }) => [
    prefetchGateways(asking, workspaceId, vpcId),
    asking.ask(asking.trpc.subnet.list.queryOptions(vpcPartsInput(workspaceId, vpcId))),
    asking.ask(asking.trpc.cloudVm.list.queryOptions(machinesInput(workspaceId))),
    asking.ask(asking.trpc.gpuVm.list.queryOptions(machinesInput(workspaceId))),
  ],
);
