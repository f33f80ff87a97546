import { defineList } from "@/client/list.ts";

export const placementGroupList = defineList({
  filters: {},
  sorts: [],
  ask: (trpc, { workspaceId }, page) => trpc.placementGroup.list.queryOptions({ workspace_id: workspaceId, ...page }),
});
