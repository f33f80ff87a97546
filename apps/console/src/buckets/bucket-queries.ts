import { LIST_SORTS } from "@fulmar/contract";
import { defineList } from "@/client/list.ts";

/**
 * Inputs of the pages of buckets and access keys. Server and browser must use the same inputs to share the cached
 * answers.
 */
export function bucketInputs(workspaceId: string) {
  const everything = { workspace_id: workspaceId, limit: 1000 };
  return { regions: everything, keys: everything, buckets: everything };
}

export const bucketList = defineList({
  filters: {},
  sorts: LIST_SORTS,
  ask: (trpc, { workspaceId }, page) => trpc.bucket.list.queryOptions({ workspace_id: workspaceId, ...page }),
});
