import { listPage } from "@/client/list-address.ts";

/**
 * What the list of operations can be narrowed to. The values are the contract's; importing its schemas here would bring
 * them to the browser.
 */
export const OPERATION_LIST = {
  filters: {
    status: ["accepted", "running", "waiting", "compensating", "succeeded", "failed", "cancelled", "timed_out"],
    action: [
      "create",
      "start",
      "stop",
      "reboot",
      "delete",
      "resize",
      "attach_volume",
      "detach_volume",
      "resize_plan",
      "resize_root_disk",
      "update_access",
      "snapshot",
      "restore",
      "rebuild",
      "rescue",
    ],
  },
  sorts: [],
  unsearched: true,
} as const;

export const operationListInput = listPage;

export function operationInput(workspaceId: string, operationId: string) {
  return { workspace_id: workspaceId, operation_id: operationId };
}
