import type { SnapshotSet } from "@fulmar/contract";
import { BACKUP_TYPES, CAPTURE_STATUSES } from "@fulmar/contract/recovery";
import { type ListChoice, listIn, PAGE_SIZE, type WorkspacePath, wholeInput } from "@/client/list.ts";
import { operationList } from "@/operations/operation-queries.ts";
import { hasEnded } from "@/operations/operation-status-badge.tsx";
import { type VmKind, vmInput, vmProcedures } from "../vm-queries.ts";
import { isUnderWay } from "./capture-status-badge.tsx";

/** The latest operation, running or ended. */
export function latestInput(workspaceId: string, vmId: string) {
  return { ...vmInput(workspaceId, vmId), limit: 1 };
}

/** The VM whose page shows a list. */
export interface VmPath extends WorkspacePath {
  readonly vmId: string;
  readonly kind: VmKind;
}

export const backupList = listIn<VmPath>()({
  filters: { status: CAPTURE_STATUSES, type: BACKUP_TYPES },
  sorts: [],
  unsearched: true,
  ask: (trpc, { workspaceId, vmId, kind }, page) =>
    vmProcedures(trpc, kind).backup.list.queryOptions({ ...vmInput(workspaceId, vmId), ...page }),
  isChanging: ({ status }) => isUnderWay(status),
});

/** A VM's history has the same filters as the workspace's. */
export const vmOperationList = listIn<VmPath>()({
  filters: operationList.filters,
  several: ["status", "action"],
  sorts: [],
  unsearched: true,
  ask: (trpc, { workspaceId, vmId, kind }, page) =>
    vmProcedures(trpc, kind).vm.operations.queryOptions({ ...vmInput(workspaceId, vmId), ...page }),
  isChanging: ({ status }) => !hasEnded(status),
});

/**
 * Snapshots have a search, but no filters or sorting. They are not declared by `listIn`: their answer has another
 * format, and the page shows its total.
 */
export const SNAPSHOTS = { filters: {}, sorts: [] } as const;

/** This list is paged by offset, per the specification: the cursor is the number of previous rows. */
export function snapshotsInput(
  workspaceId: string,
  vmId: string,
  choice: ListChoice<(typeof SNAPSHOTS)["filters"], never>,
  cursor = "0",
) {
  return { ...vmInput(workspaceId, vmId), limit: PAGE_SIZE, ...choice, offset: Number(cursor) };
}

/** Converts an answer to the page format of the other lists, with the total number. */
export function snapshotsPage(
  { snapshots, total }: { readonly snapshots: readonly SnapshotSet[]; readonly total: number },
  cursor = "0",
) {
  const shown = Number(cursor) + snapshots.length;
  return { items: snapshots, nextCursor: shown < total ? String(shown) : null, total };
}

/** The free reserved IPs of a site. */
export function freeIpsInput(workspaceId: string, siteId: string) {
  return { ...wholeInput(workspaceId), status: ["reserved" as const], site_id: [siteId] };
}
