import { sitesQuestion } from "@/client/catalog-questions.ts";
import { defineList, type WorkspacePath } from "@/client/list.ts";
import type { Trpc } from "@/client/trpc.ts";
import { catalogInput } from "@/vm-detail/vm-queries.ts";

/**
 * What a list of VMs can be narrowed to and ordered by. The statuses are the contract's, but for `deleted`, which no
 * list shows.
 */
export const VM_LIST = {
  filters: {
    status: [
      "pending",
      "creating",
      "provisioning",
      "configuring",
      "running",
      "starting",
      "stopping",
      "stopped",
      "rebooting",
      "resizing",
      "attaching_volume",
      "detaching_volume",
      "resizing_plan",
      "resizing_disk",
      "deleting",
      "error",
    ],
  },
  texts: ["tag", "site_id"],
  sorts: ["created_at", "-created_at", "name", "-name"],
} as const;

const beside = (trpc: Trpc, { workspaceId }: WorkspacePath) => [
  sitesQuestion(trpc, { workspaceId }),
  trpc.image.list.queryOptions(catalogInput(workspaceId)),
];

export const cloudVmList = defineList({
  ...VM_LIST,
  ask: (trpc, { workspaceId }, page) => trpc.cloudVm.list.queryOptions({ workspace_id: workspaceId, ...page }),
  beside,
});

export const gpuVmList = defineList({
  ...VM_LIST,
  ask: (trpc, { workspaceId }, page) => trpc.gpuVm.list.queryOptions({ workspace_id: workspaceId, ...page }),
  beside,
});
