import { LIST_SORTS } from "@fulmar/contract";
import { defineList } from "@/client/list.ts";

export const bucketList = defineList({
  filters: {},
  sorts: LIST_SORTS,
  ask: (trpc, { workspaceId }, page) => trpc.bucket.list.queryOptions({ workspace_id: workspaceId, ...page }),
});
