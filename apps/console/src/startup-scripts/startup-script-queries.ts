import { defineList } from "@/client/list.ts";

export const startupScriptList = defineList({
  filters: {},
  sorts: [],
  ask: (trpc, { workspaceId }, page) => trpc.startupScript.list.queryOptions({ workspace_id: workspaceId, ...page }),
});
