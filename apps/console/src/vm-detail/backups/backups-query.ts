import { listPage } from "@/client/list.ts";

export const BACKUPS = {
  filters: { status: ["queued", "running", "succeeded", "failed", "cancelled"], type: ["full", "incremental"] },
  sorts: [],
  unsearched: true,
} as const;

export function backupsInput<Choice extends object>(
  workspaceId: string,
  vmId: string,
  choice: Choice,
  cursor?: string,
) {
  return { ...listPage(workspaceId, choice, cursor), vm_id: vmId };
}
