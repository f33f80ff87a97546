import type { OperationById, ParsedInput, VmType } from "@fulmar/contract";
import { vmNoun } from "../compute/index.ts";
import type { RequestContext } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { toSnapshotSet } from "./snapshot-record.ts";
import { SnapshotRepository } from "./snapshot-repository.ts";

/** One page of a VM's snapshots, newest first, and how many there are. @throws DomainError 404 */
export async function listSnapshots(
  { sql, workspace }: RequestContext,
  type: VmType,
  { vm_id, ...filter }: ParsedInput<OperationById<"snapshot.list">>,
) {
  const found = await new SnapshotRepository(sql, workspace.id).list(type, vm_id, filter);
  if (found === undefined) throw notFound(vmNoun(type));
  const { vm_name: name, live_volume_ids: liveVolumeIds, total } = found.overview;
  return { snapshots: found.rows.map((row) => toSnapshotSet(row, { name, type, liveVolumeIds }, workspace)), total };
}
