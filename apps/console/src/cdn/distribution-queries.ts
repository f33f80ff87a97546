import { CDN_DISTRIBUTION_STATUSES } from "@fulmar/contract/cdn";
import { defineList } from "@/client/list.ts";

/** Inputs of a distribution's pages. Server and browser must use the same inputs to share the cached answers. */
export function distributionInputs(workspaceId: string, distributionId: string) {
  const distribution = { workspace_id: workspaceId, distribution_id: distributionId };
  return { distribution, purges: { ...distribution, limit: 20 } };
}

/** The buckets that a distribution can serve and that URLs can be generated for. */
export function originInput(workspaceId: string) {
  return { workspace_id: workspaceId, limit: 1000 };
}

export function signingKeyInput(workspaceId: string) {
  return { workspace_id: workspaceId, limit: 100 };
}

export const distributionList = defineList({
  filters: { status: CDN_DISTRIBUTION_STATUSES.filter((status) => status !== "deleted") },
  sorts: [],
  ask: (trpc, { workspaceId }, page) => trpc.cdnDistribution.list.queryOptions({ workspace_id: workspaceId, ...page }),
  isChanging: ({ status }) => status === "deploying",
});
