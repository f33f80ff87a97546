import { LOAD_BALANCER_STATUSES } from "@fulmar/contract/load-balancing";
import { listPage } from "@/client/list-address.ts";

export const LOAD_BALANCER_LIST = {
  filters: { status: LOAD_BALANCER_STATUSES },
  sorts: [],
} as const;

export const loadBalancerListInput = listPage;

export function loadBalancerInput(workspaceId: string, loadBalancerId: string) {
  return { workspace_id: workspaceId, load_balancer_id: loadBalancerId };
}

/**
 * The inputs of a balancer's listeners and pools: server and browser must ask for the same thing to share the answer.
 */
export function balancerPartsInput(workspaceId: string, loadBalancerId: string) {
  return { ...loadBalancerInput(workspaceId, loadBalancerId), limit: 1000 };
}
