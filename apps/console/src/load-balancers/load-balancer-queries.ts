import { LOAD_BALANCER_STATUSES } from "@fulmar/contract/load-balancing";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { defineList, wholeInput } from "@/client/list.ts";

export const loadBalancerList = defineList({
  filters: { status: LOAD_BALANCER_STATUSES },
  sorts: [],
  ask: (trpc, { workspaceId }, page) => trpc.loadBalancer.list.queryOptions({ workspace_id: workspaceId, ...page }),
  isChanging: ({ status }) => status === "provisioning" || status === "updating",
  beside: (trpc, path) => [sitesQuestion(trpc, path)],
});

export function loadBalancerInput(workspaceId: string, loadBalancerId: string) {
  return { workspace_id: workspaceId, load_balancer_id: loadBalancerId };
}

/**
 * Inputs of a load balancer's listeners and pools. Server and browser must use the same inputs to share the cached
 * answers.
 */
export function balancerPartsInput(workspaceId: string, loadBalancerId: string) {
  return { ...wholeInput(workspaceId), load_balancer_id: loadBalancerId };
}
