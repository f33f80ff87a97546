"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { isChanging } from "./network-status-badge.tsx";
import { vpcInput, vpcPartsInput } from "./vpc-queries.ts";

export function useVpc(vpcId: string) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  return useQuery({ ...trpc.vpc.get.queryOptions(vpcInput(workspaceId, vpcId)), refetchInterval: refreshEvery(false) });
}

/** The subnets of a VPC, polled often while one of them changes. NAT gateways are polled in the same way. */
export function useSubnets(vpcId: string) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  return useQuery({
    ...trpc.subnet.list.queryOptions(vpcPartsInput(workspaceId, vpcId)),
    refetchInterval: ({ state }) => refreshEvery(state.data?.items.some(({ status }) => isChanging(status)) ?? false),
  });
}

export function useNodes(vpcId: string) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  return useQuery({
    ...trpc.vpcNode.list.queryOptions(vpcPartsInput(workspaceId, vpcId)),
    refetchInterval: refreshEvery(false),
  });
}

export function useNatGateways(vpcId: string) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  return useQuery({
    ...trpc.natGateway.list.queryOptions(vpcPartsInput(workspaceId, vpcId)),
    refetchInterval: ({ state }) =>
      refreshEvery(state.data?.items.some(({ pending_changes }) => pending_changes) ?? false),
  });
}

/** The port forwards of several gateways of a VPC, fetched in one request. */
export function usePortForwards(vpcId: string, natGatewayIds: readonly string[]) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const results = useQueries({
    queries: natGatewayIds.map((nat_gateway_id) =>
      trpc.portForward.list.queryOptions({ ...vpcPartsInput(workspaceId, vpcId), nat_gateway_id }),
    ),
  });
  return results.flatMap(({ data }) => data?.items ?? []);
}
