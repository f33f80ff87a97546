import { LIST_SORTS } from "@fulmar/contract";
import { defineList } from "@/client/list.ts";

export const bucketList = defineList({
  filters: { deleted: ["true"] },
  sorts: LIST_SORTS,
  ask: (trpc, { workspaceId }, { deleted, ...page }) =>
    trpc.bucket.list.queryOptions({ workspace_id: workspaceId, ...page, deleted: deleted === "true" }),
});
