import { LIST_SORTS } from "@fulmar/contract";
import { VM_STATUSES } from "@fulmar/contract/compute";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { defineList, type WorkspacePath } from "@/client/list.ts";
import type { Trpc } from "@/client/trpc.ts";
import { catalogInput } from "@/vm-detail/vm-queries.ts";

/** The filters and orders of a list of VMs. Lists never show deleted VMs. */
export const VM_LIST = {
  filters: { status: VM_STATUSES.filter((status) => status !== "deleted") },
  texts: ["tag", "site_id"],
  sorts: LIST_SORTS,
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
