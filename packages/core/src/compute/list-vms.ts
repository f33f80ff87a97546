import type { Page, VmStatus, VmType } from "@fulmar/contract";
import { keyIn, positionIn, type Sort } from "../query/list-order.ts";
import { toPage } from "../query/paging.ts";
import type { RequestContext } from "../request/context.ts";
import { VmRepository, type VmRow } from "./vm-repository.ts";

interface VmQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sort: Sort<"name">;
  readonly status?: VmStatus | undefined;
  readonly name?: string | undefined;
  readonly tag?: string | undefined;
  readonly site_id?: string | undefined;
  readonly search?: string | undefined;
}

/** One page of the workspace's VMs of a type. */
export async function listVms<Item>(
  context: RequestContext,
  type: VmType,
  { limit, cursor, sort, ...filter }: VmQuery,
  toItem: (row: VmRow) => Item,
): Promise<Page<Item>> {
  const rows = await new VmRepository(context.sql, context.workspace.id).list(
    { type, ...filter },
    sort,
    positionIn(sort, "vm", cursor),
    limit + 1,
  );
  return toPage(rows, limit, (row) => keyIn(sort, row.vm_id, row.name), toItem);
}
