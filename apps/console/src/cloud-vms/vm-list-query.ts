import { LIST_SORTS } from "@fulmar/contract";
import { VM_STATUSES } from "@fulmar/contract/compute";
import { listPage } from "@/client/list-address.ts";

/** What a list of VMs can be narrowed to and ordered by. No list shows what is deleted. */
export const VM_LIST = {
  filters: { status: VM_STATUSES.filter((status) => status !== "deleted") },
  texts: ["tag", "site_id"],
  sorts: LIST_SORTS,
} as const;

export const vmListInput = listPage;

/** Sites are few. */
export function siteListInput(workspaceId: string) {
  return { workspace_id: workspaceId, limit: 1000 };
}
