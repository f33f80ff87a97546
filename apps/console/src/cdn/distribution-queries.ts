import { CDN_DISTRIBUTION_STATUSES } from "@fulmar/contract/cdn";
import { type Range, rangeInput } from "@/charts/range.ts";
import { defineList, listIn, rowCountOf, WHOLE_LIST, type WorkspacePath } from "@/client/list.ts";
import { isPurgeUnderWay } from "./distribution-labels.tsx";

/** Input of a distribution's pages. Server and browser must use the same input to share the cached answer. */
export function distributionInput(workspaceId: string, distributionId: string) {
  return { workspace_id: workspaceId, distribution_id: distributionId };
}

export function distributionMetricsInput(workspaceId: string, distributionId: string, range: Range, nowMs: number) {
  return { ...distributionInput(workspaceId, distributionId), ...rangeInput(range, nowMs) };
}

export function signingKeyInput(workspaceId: string) {
  return { workspace_id: workspaceId, limit: 100 };
}

export const distributionList = defineList({
  filters: { status: CDN_DISTRIBUTION_STATUSES.filter((status) => status !== "deleted") },
  several: ["status"],
  count: rowCountOf("cdn_distribution"),
  sorts: [],
  ask: (trpc, { workspaceId }, page) => trpc.cdnDistribution.list.queryOptions({ workspace_id: workspaceId, ...page }),
  isChanging: ({ status }) => status === "deploying",
});

export interface DistributionPath extends WorkspacePath {
  readonly distributionId: string;
}

export const purgeList = listIn<DistributionPath>()({
  ...WHOLE_LIST,
  pageSize: 20,
  ask: (trpc, { workspaceId, distributionId }, page) =>
    trpc.cdnPurge.list.queryOptions({ ...distributionInput(workspaceId, distributionId), ...page }),
  isChanging: ({ status }) => isPurgeUnderWay(status),
});
