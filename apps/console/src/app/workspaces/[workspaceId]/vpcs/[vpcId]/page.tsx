import { wholeInput } from "@/client/list.ts";
import { route } from "@/server/prefetch.tsx";
import { MapPage } from "@/vpcs/map-page.tsx";
import { prefetchGateways } from "@/vpcs/prefetch-gateways.ts";
import { vpcPartsInput } from "@/vpcs/vpc-queries.ts";

export default route<PageProps<"/workspaces/[workspaceId]/vpcs/[vpcId]">>(MapPage, (asking, { workspaceId, vpcId }) => [
  asking.ask(asking.trpc.subnet.list.queryOptions(vpcPartsInput(workspaceId, vpcId))),
  asking.ask(asking.trpc.vpcNode.list.queryOptions(vpcPartsInput(workspaceId, vpcId))),
  prefetchGateways(asking, workspaceId, vpcId),
  asking.ask(asking.trpc.cloudVm.list.queryOptions(wholeInput(workspaceId))),
  asking.ask(asking.trpc.gpuVm.list.queryOptions(wholeInput(workspaceId))),
]);
