import { listPage } from "@/client/list-address.ts";
import { OPERATION_LIST } from "@/operations/operation-queries.ts";

/** A VM's history is narrowed as the workspace's is. */
export const HISTORY = OPERATION_LIST;

export function historyInput<Choice extends object>(
  workspaceId: string,
  vmId: string,
  choice: Choice,
  cursor?: string,
) {
  return { ...listPage(workspaceId, choice, cursor), vm_id: vmId };
}
