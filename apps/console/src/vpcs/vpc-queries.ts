import { NETWORK_STATUSES } from "@fulmar/contract/networking";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { defineList, rowCountOf, wholeInput } from "@/client/list.ts";

export const vpcList = defineList({
  filters: { status: NETWORK_STATUSES },
  texts: ["site_id"],
  several: ["status", "site_id"],
  count: rowCountOf("vpc"),
  sorts: [],
  ask: (trpc, { workspaceId }, page) => trpc.vpc.list.queryOptions({ workspace_id: workspaceId, ...page }),
  isChanging: ({ status }) => status === "provisioning" || status === "deleting",
  beside: (trpc, path) => [sitesQuestion(trpc, path)],
});

export function vpcInput(workspaceId: string, vpcId: string) {
  return { workspace_id: workspaceId, vpc_id: vpcId };
}

/** Inputs of a VPC's parts. Server and browser must use the same inputs to share the cached answers. */
export function vpcPartsInput(workspaceId: string, vpcId: string) {
  return { ...wholeInput(workspaceId), vpc_id: vpcId };
}
