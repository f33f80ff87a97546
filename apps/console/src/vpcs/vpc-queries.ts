import { listPage } from "@/client/list-address.ts";

export const VPC_LIST = { filters: {}, sorts: [] } as const;

export const vpcListInput = listPage;

export function vpcInput(workspaceId: string, vpcId: string) {
  return { workspace_id: workspaceId, vpc_id: vpcId };
}

/** The inputs of what a VPC is made of: server and browser must ask for the same thing to share the answer. */
export function vpcPartsInput(workspaceId: string, vpcId: string) {
  return { ...vpcInput(workspaceId, vpcId), limit: 1000 };
}
