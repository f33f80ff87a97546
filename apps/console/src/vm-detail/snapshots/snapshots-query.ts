import type { SnapshotSet } from "@fulmar/contract";
import { type ListChoice, PAGE_SIZE } from "@/client/list.ts";
import { vmInput } from "../vm-queries.ts";

/** Snapshots are searched, and otherwise come in one order. */
export const SNAPSHOTS = { filters: {}, sorts: [] } as const;

/** This list goes by offset, as the specification has it: where it goes on is the number of those before. */
export function snapshotsInput(
  workspaceId: string,
  vmId: string,
  choice: ListChoice<(typeof SNAPSHOTS)["filters"], never>,
  cursor = "0",
) {
  return { ...vmInput(workspaceId, vmId), limit: PAGE_SIZE, ...choice, offset: Number(cursor) };
}

/** A page of it, as the other lists have theirs, and of how many in all. */
export function snapshotsPage(
  { snapshots, total }: { readonly snapshots: readonly SnapshotSet[]; readonly total: number },
  cursor = "0",
) {
  const shown = Number(cursor) + snapshots.length;
  return { items: snapshots, nextCursor: shown < total ? String(shown) : null, total };
}
