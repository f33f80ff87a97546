import { OPERATION_ACTIONS, OPERATION_STATUSES } from "@fulmar/contract/compute";
import { listPage } from "@/client/list-address.ts";

/** What the list of operations can be narrowed to. */
export const OPERATION_LIST = {
  filters: { status: OPERATION_STATUSES, action: OPERATION_ACTIONS },
  sorts: [],
  unsearched: true,
} as const;

export const operationListInput = listPage;

export function operationInput(workspaceId: string, operationId: string) {
  return { workspace_id: workspaceId, operation_id: operationId };
}
