import { sitesQuestion } from "@/client/catalog-questions.ts";
import { defineList } from "@/client/list.ts";

export const vpcList = defineList({
  filters: {},
  sorts: [],
  ask: (trpc, { workspaceId }, page) => trpc.vpc.list.queryOptions({ workspace_id: workspaceId, ...page }),
  isChanging: ({ status }) => status === "provisioning" || status === "deleting",
  beside: (trpc, path) => [sitesQuestion(trpc, path)],
});

export function vpcInput(workspaceId: string, vpcId: string) {
  return { workspace_id: workspaceId, vpc_id: vpcId };
}

/** The inputs of what a VPC is made of: server and browser must ask for the same thing to share the answer. */
export function vpcPartsInput(workspaceId: string, vpcId: string) {
  return { ...vpcInput(workspaceId, vpcId), limit: 1000 };
}
