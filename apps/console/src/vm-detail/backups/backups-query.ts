import { BACKUP_TYPES, CAPTURE_STATUSES } from "@fulmar/contract/recovery";
import { listPage } from "@/client/list-address.ts";

export const BACKUPS = {
  filters: { status: CAPTURE_STATUSES, type: BACKUP_TYPES },
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
