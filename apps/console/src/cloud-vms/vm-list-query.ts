import { listPage } from "@/client/list-address.ts";

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

export const vmListInput = listPage;

/** Sites are few. */
export function siteListInput(workspaceId: string) {
  return { workspace_id: workspaceId, limit: 1000 };
}
