import type { Handler } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { toSnapshotSet } from "./snapshot-record.ts";
import { SnapshotRepository } from "./snapshot-repository.ts";

export const listSnapshots: Handler<"snapshot.list"> = async ({ sql, workspace }, { vm_id, ...filter }) => {
  const found = await new SnapshotRepository(sql, workspace.id).list(vm_id, filter);
  if (found === undefined) throw notFound("cloud VM");
  const { vm_name: name, live_volume_ids: liveVolumeIds, total } = found.overview;
  return { snapshots: found.rows.map((row) => toSnapshotSet(row, { name, liveVolumeIds }, workspace)), total };
};
