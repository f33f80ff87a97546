import { VPC_PEERING_STATUSES } from "@fulmar/contract/networking";
import { defineList, listIn, type WorkspacePath, wholeInput } from "@/client/list.ts";
import type { Trpc } from "@/client/trpc.ts";

const filters = { status: VPC_PEERING_STATUSES };

/** The workspace's VPCs, by which the lists name them. */
const vpcsQuestion = (trpc: Trpc, { workspaceId }: WorkspacePath) =>
  trpc.vpc.list.queryOptions(wholeInput(workspaceId));

export const vpcPeeringList = defineList({
  filters,
  several: ["status"],
  sorts: [],
  ask: (trpc, { workspaceId }, page) => trpc.vpcPeering.list.queryOptions({ workspace_id: workspaceId, ...page }),
  isChanging: ({ status }) => status === "pending",
  beside: (trpc, path) => [vpcsQuestion(trpc, path)],
});

export interface VpcPath extends WorkspacePath {
  readonly vpcId: string;
}

export const peeringsOfVpc = listIn<VpcPath>()({
  filters,
  several: ["status"],
  sorts: [],
  ask: (trpc, { workspaceId, vpcId }, page) =>
    trpc.vpcPeering.list.queryOptions({ workspace_id: workspaceId, vpc_id: vpcId, ...page }),
  isChanging: ({ status }) => status === "pending",
  beside: (trpc, path) => [vpcsQuestion(trpc, path)],
});
