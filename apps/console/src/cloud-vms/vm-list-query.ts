import { VM_STATES, type VmStatus } from "@fulmar/contract";

/** What the list is narrowed to; it lives in the page's address. */
export interface VmFilter {
  readonly status?: VmStatus;
  readonly name?: string;
}

const PAGE_SIZE = 50;

/** Reads the filter from the address; what makes no sense there filters nothing. */
export function readVmFilter(search: { readonly status?: unknown; readonly name?: unknown }): VmFilter {
  const name = typeof search.name === "string" ? search.name.trim().slice(0, 63) : "";
  return { ...(isVmStatus(search.status) && { status: search.status }), ...(name !== "" && { name }) };
}

function isVmStatus(value: unknown): value is VmStatus {
  return typeof value === "string" && Object.hasOwn(VM_STATES, value);
}

/** The input of `cloudVm.list`: server and browser must ask for the same thing to share the answer. */
export function vmListInput(workspaceId: string, filter: VmFilter, cursor?: string) {
  return { workspace_id: workspaceId, limit: PAGE_SIZE, ...filter, ...(cursor !== undefined && { cursor }) };
}
