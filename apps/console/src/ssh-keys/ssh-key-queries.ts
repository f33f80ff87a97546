import { defineList } from "@/client/list.ts";

export const sshKeyList = defineList({
  filters: {},
  sorts: [],
  ask: (trpc, { workspaceId }, page) => trpc.sshKey.list.queryOptions({ workspace_id: workspaceId, ...page }),
});
