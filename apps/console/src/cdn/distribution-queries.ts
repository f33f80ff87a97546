import { CDN_DISTRIBUTION_STATUSES } from "@fulmar/contract/cdn";
import { defineList } from "@/client/list.ts";

/** Inputs of a distribution's pages: server and browser must ask for the same thing to share the answer. */
export function distributionInputs(workspaceId: string, distributionId: string) {
  const distribution = { workspace_id: workspaceId, distribution_id: distributionId };
  return { distribution, purges: { ...distribution, limit: 20 } };
}

/** What a distribution can serve from, and what its URLs can be made for. */
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
