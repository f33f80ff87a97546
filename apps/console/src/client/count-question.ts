import type { ListedType } from "@fulmar/contract";
import type { Trpc } from "./trpc.ts";

interface Narrowing {
  readonly search?: string;
  readonly status?: string[];
  readonly site_id?: string[];
  readonly region?: string[];
  readonly tag?: string[];
  readonly deleted?: string;
}

/** The question for the number of rows of a workspace's list. Deleted rows are not counted. */
export function rowCountOf(type: ListedType) {
  return (
    trpc: Trpc,
    { workspaceId }: { readonly workspaceId: string },
    { search, status, site_id, region, tag, deleted }: Narrowing,
  ) =>
    deleted !== undefined
      ? null
      : trpc.overview.listed.queryOptions({
          workspace_id: workspaceId,
          type,
          search,
          status,
          place: site_id ?? region,
          tag,
        });
}
