import { IMAGE_OWNERS } from "@fulmar/contract";
import { defineList } from "@/client/list.ts";

export const imageList = defineList({
  filters: { owner: IMAGE_OWNERS },
  sorts: [],
  unsearched: true,
  ask: (trpc, { workspaceId }, page) => trpc.image.list.queryOptions({ workspace_id: workspaceId, ...page }),
});
