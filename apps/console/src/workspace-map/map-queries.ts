import { MAPPED_TYPES, type MappedType } from "@fulmar/contract";
import type { WorkspacePath } from "@/client/list.ts";
import type { Trpc } from "@/client/trpc.ts";

/** The map's filters, in the page's address. */
export const MAP_FILTERS = {
  filters: { resource_type: MAPPED_TYPES },
  texts: ["tag"],
  several: ["resource_type", "tag"],
  sorts: [],
  unsearched: true,
  pageSize: 0,
} as const;

interface MapChoice {
  readonly resource_type?: MappedType[];
  readonly tag?: string[];
}

/** Server and browser must use the same input to share the cached answer. */
export function mapQuestion(trpc: Trpc, { workspaceId }: WorkspacePath, { resource_type, tag }: MapChoice) {
  return trpc.resource.map.queryOptions({
    workspace_id: workspaceId,
    ...(resource_type && { resource_type }),
    ...(tag && { tag }),
  });
}
