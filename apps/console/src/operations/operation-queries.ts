import { OPERATION_ACTIONS, OPERATION_STATUSES } from "@fulmar/contract/compute";
import { defineList } from "@/client/list.ts";
import { hasEnded } from "./operation-status-badge.tsx";

export const operationList = defineList({
  filters: { status: OPERATION_STATUSES, action: OPERATION_ACTIONS },
  several: ["status", "action"],
  sorts: [],
  unsearched: true,
  ask: (trpc, { workspaceId }, page) =>
    trpc.workspaceOperation.list.queryOptions({ workspace_id: workspaceId, ...page }),
  isChanging: ({ status }) => !hasEnded(status),
});

export function operationInput(workspaceId: string, operationId: string) {
  return { workspace_id: workspaceId, operation_id: operationId };
}
