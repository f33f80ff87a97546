import type { Page, VmStatus, VmType } from "@fulmar/contract";
import type { RequestContext } from "../kernel/context.ts";
import { decodeCursor, toPage } from "../kernel/paging.ts";
import { VmRepository, type VmRow } from "./vm-repository.ts";

interface VmQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: VmStatus | undefined;
  readonly name?: string | undefined;
  readonly tag?: string | undefined;
}

/** One page of the workspace's VMs of a type, newest first. */
export async function listVms<Item>(
  context: RequestContext,
  type: VmType,
  { limit, cursor, ...filter }: VmQuery,
  toItem: (row: VmRow) => Item,
): Promise<Page<Item>> {
  const rows = await new VmRepository(context.sql, context.workspace.id).list({ type, ...filter }, decodeCursor(cursor), limit + 1);
  return toPage(rows, limit, (row) => row.vm_id, toItem);
}
