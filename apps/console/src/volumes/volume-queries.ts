import { VOLUME_SORTS, VOLUME_STATES, type VolumeSnapshotStatus } from "@fulmar/contract";
import { VOLUME_STATUSES } from "@fulmar/contract/block-storage";
import { type Range, rangeInput } from "@/charts/range.ts";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { defineList, listIn, rowCountOf, WHOLE_LIST, type WorkspacePath } from "@/client/list.ts";
import type { Trpc } from "@/client/trpc.ts";
import { hasEnded } from "@/operations/operation-status-badge.tsx";

export interface VolumePath extends WorkspacePath {
  readonly volumeId: string;
}

export const volumeList = defineList({
  filters: { status: VOLUME_STATUSES, deleted: ["true"] },
  texts: ["site_id"],
  several: ["status", "site_id"],
  sorts: VOLUME_SORTS,
  count: rowCountOf("volume"),
  ask: (trpc, { workspaceId }, { deleted, ...page }) =>
    trpc.volume.list.queryOptions({ workspace_id: workspaceId, ...page, deleted: deleted === "true" }),
  refersTo: ({ attached_vm_id }) => [attached_vm_id],
  isChanging: ({ status, restorable_until }) => restorable_until === null && VOLUME_STATES[status].changing,
  beside: (trpc, path) => [sitesQuestion(trpc, path)],
});

export const volumeSnapshotList = listIn<VolumePath>()({
  ...WHOLE_LIST,
  ask: (trpc, { workspaceId, volumeId }, page) =>
    trpc.volumeSnapshot.list.queryOptions({ workspace_id: workspaceId, volume_id: volumeId, ...page }),
  isChanging: ({ status }) => isUnderWay(status),
});

export const volumeOperationList = listIn<VolumePath>()({
  ...WHOLE_LIST,
  ask: (trpc, { workspaceId, volumeId }, page) =>
    trpc.volume.history.queryOptions({ workspace_id: workspaceId, volume_id: volumeId, ...page }),
  refersTo: ({ vm_id }) => [vm_id],
  isChanging: ({ status }) => !hasEnded(status),
});

/** Whether a snapshot is still being taken. */
export function isUnderWay(status: VolumeSnapshotStatus): boolean {
  return status === "queued" || status === "running";
}

export function volumeQuestion(trpc: Trpc, { workspaceId, volumeId }: VolumePath) {
  return trpc.volume.get.queryOptions({ workspace_id: workspaceId, volume_id: volumeId });
}

/** @param nowMs only matters for ranges longer than the last hour */
export function volumeMetricsQuestion(trpc: Trpc, { workspaceId, volumeId }: VolumePath, range: Range, nowMs: number) {
  return trpc.volume.metrics.queryOptions({
    ...{ workspace_id: workspaceId, volume_id: volumeId },
    ...rangeInput(range, nowMs),
  });
}

/** The source snapshot of a new volume, as the page's address names it. */
export interface SnapshotPath {
  readonly volume_id: string;
  readonly snapshot_id: string;
}

export function snapshotQuestion(trpc: Trpc, { workspaceId }: WorkspacePath, from: SnapshotPath) {
  return trpc.volumeSnapshot.get.queryOptions({ workspace_id: workspaceId, ...from });
}
