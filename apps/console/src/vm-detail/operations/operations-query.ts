import { listPage } from "@/client/list.ts";
import { operationList } from "@/operations/operation-queries.ts";

/** A VM's history has the same filters as the workspace's. */
export const HISTORY = operationList;

export function historyInput<Choice extends object>(
  workspaceId: string,
  vmId: string,
  choice: Choice,
  cursor?: string,
) {
  return { ...listPage(workspaceId, choice, cursor), vm_id: vmId };
}
