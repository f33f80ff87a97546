import { CAPTURE_STATUSES } from "@fulmar/contract/recovery";
import { defineList } from "@/client/list.ts";
import { isUnderWay } from "@/vms/detail/capture-status-badge.tsx";

export const workspaceSnapshotList = defineList({
  filters: { status: CAPTURE_STATUSES, kept: ["true", "false"] },
  sorts: [],
  ask: (trpc, { workspaceId }, { kept, ...page }) =>
    trpc.workspaceSnapshot.list.queryOptions({
      workspace_id: workspaceId,
      ...page,
      ...(kept !== undefined && { kept: kept === "true" }),
    }),
  isChanging: ({ status }) => isUnderWay(status),
});
