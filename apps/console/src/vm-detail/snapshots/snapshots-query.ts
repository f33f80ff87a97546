import type { SnapshotSet } from "@fulmar/contract";
import { type ListChoice, PAGE_SIZE } from "@/client/list.ts";
import { vmInput } from "../vm-queries.ts";

/** Snapshots have a search, but no filters or sorting. */
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
