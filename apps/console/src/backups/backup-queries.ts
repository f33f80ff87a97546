import { BACKUP_TYPES, CAPTURE_STATUSES } from "@fulmar/contract/recovery";
import { defineList } from "@/client/list.ts";
import { isUnderWay } from "@/vms/detail/capture-status-badge.tsx";

export const workspaceBackupList = defineList({
  filters: { status: CAPTURE_STATUSES, type: BACKUP_TYPES, kept: ["true", "false"] },
  sorts: [],
  unsearched: true,
  ask: (trpc, { workspaceId }, { kept, ...page }) =>
    trpc.workspaceBackup.list.queryOptions({
      workspace_id: workspaceId,
      ...page,
      ...(kept !== undefined && { kept: kept === "true" }),
    }),
  isChanging: ({ status }) => isUnderWay(status),
});
