import { vmInput } from "../vm-queries.ts";

/** Snapshots are searched, and otherwise come in one order. */
export const SNAPSHOTS = { filters: {}, sorts: [] } as const;

export const SNAPSHOTS_PER_PAGE = 20;

/** This list goes by offset and knows its total, as the specification has it. */
export function snapshotsInput(workspaceId: string, vmId: string, { search }: { readonly search?: string }, page = 0) {
  return { ...vmInput(workspaceId, vmId), limit: SNAPSHOTS_PER_PAGE, offset: page * SNAPSHOTS_PER_PAGE, ...(search !== undefined && { search }) };
}
