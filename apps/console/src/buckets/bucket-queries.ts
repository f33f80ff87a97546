import { LIST_SORTS } from "@fulmar/contract";
import { defineList, rowCountOf } from "@/client/list.ts";

export const bucketList = defineList({
  filters: { deleted: ["true"] },
  texts: ["region", "tag"],
  several: ["region", "tag"],
  count: rowCountOf("bucket"),
  sorts: LIST_SORTS,
  ask: (trpc, { workspaceId }, { deleted, ...page }) =>
    trpc.bucket.list.queryOptions({ workspace_id: workspaceId, ...page, deleted: deleted === "true" }),
});
