import { defineList } from "@/client/list.ts";

export const accessKeyList = defineList({
  filters: {},
  sorts: [],
  ask: (trpc, { workspaceId }, page) => trpc.accessKey.list.queryOptions({ workspace_id: workspaceId, ...page }),
});
