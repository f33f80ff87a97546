import type { Handler } from "../kernel/context.ts";
import { decodeCursor, toPage } from "../kernel/paging.ts";
import { toCloudVm, VmRepository } from "./vm-repository.ts";

export const listCloudVms: Handler<"cloudVm.list"> = async (context, { limit, cursor, ...filter }) => {
  const vms = new VmRepository(context.sql, context.workspace.id);
  const rows = await vms.list({ type: "cloud", ...filter }, decodeCursor(cursor), limit + 1);
  return toPage(rows, limit, (row) => row.vm_id, toCloudVm);
};
