import { defineList } from "@/client/list.ts";
import { hasEnded } from "./operation-status-badge.tsx";

/**
 * What the list of operations can be narrowed to. The values are the contract's; importing its schemas here would bring
 * them to the browser.
 */
export const operationList = defineList({
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
  ask: (trpc, { workspaceId }, page) =>
    trpc.workspaceOperation.list.queryOptions({ workspace_id: workspaceId, ...page }),
  isChanging: ({ status }) => !hasEnded(status),
});

export function operationInput(workspaceId: string, operationId: string) {
  return { workspace_id: workspaceId, operation_id: operationId };
}
