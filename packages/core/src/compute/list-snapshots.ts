import type { Handler } from "../kernel/context.ts";
import { getVm } from "./get-vm.ts";
import { toSnapshotSet } from "./snapshot-record.ts";
import { SnapshotRepository } from "./snapshot-repository.ts";

export const listSnapshots: Handler<"snapshot.list"> = async (context, { vm_id, ...filter }) => {
  const vm = await getVm(context, "cloud", { vm_id });
  const { rows, total, liveVolumeIds } = await new SnapshotRepository(context.sql, context.workspace.id).list(vm_id, filter);
  return { snapshots: rows.map((row) => toSnapshotSet(row, { name: vm.name, liveVolumeIds }, context.workspace)), total };
};
