import { SITE_SORTS } from "@fulmar/contract";
import { LOAD_BALANCER_STATUSES } from "@fulmar/contract/load-balancing";
import { type Range, rangeInput } from "@/charts/range.ts";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { defineList, rowCountOf, wholeInput } from "@/client/list.ts";

export const loadBalancerList = defineList({
  filters: { status: LOAD_BALANCER_STATUSES },
  texts: ["tag", "site_id"],
  several: ["status", "tag", "site_id"],
  count: rowCountOf("load_balancer"),
  sorts: SITE_SORTS,
  ask: (trpc, { workspaceId }, page) => trpc.loadBalancer.list.queryOptions({ workspace_id: workspaceId, ...page }),
  isChanging: ({ status }) => status === "provisioning" || status === "updating",
  beside: (trpc, path) => [sitesQuestion(trpc, path)],
});

export function loadBalancerInput(workspaceId: string, loadBalancerId: string) {
  return { workspace_id: workspaceId, load_balancer_id: loadBalancerId };
}

/** A listener or a target whose metrics are asked for. Empty: the whole load balancer. */
export type BalancerPart = { readonly listener_id?: string; readonly target_id?: string };

/** @param nowMs see `rangeInput` */
export function balancerMetricsInput(
  workspaceId: string,
  loadBalancerId: string,
  range: Range,
  nowMs: number,
  part: BalancerPart = {},
) {
  return { ...loadBalancerInput(workspaceId, loadBalancerId), ...rangeInput(range, nowMs), ...part };
}

/**
 * Inputs of a load balancer's listeners and pools. Server and browser must use the same inputs to share the cached
 * answers.
 */
export function balancerPartsInput(workspaceId: string, loadBalancerId: string) {
  return { ...wholeInput(workspaceId), load_balancer_id: loadBalancerId };
}
