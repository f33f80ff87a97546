import type { SnapshotSet, VmType } from "@fulmar/contract";
import type { RequestContext } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { toSnapshotSet } from "./snapshot-record.ts";
import { SnapshotRepository } from "./snapshot-repository.ts";

/** @throws DomainError 404 */
export async function getSnapshot(
  { sql, workspace }: RequestContext,
  type: VmType,
  { vm_id, snapshot_set_id }: { readonly vm_id: string; readonly snapshot_set_id: string },
): Promise<SnapshotSet> {
  const found = await new SnapshotRepository(sql, workspace.id).get(type, vm_id, snapshot_set_id);
  if (found === undefined) throw notFound("snapshot");
  const { vm_name: name, live_volume_ids: liveVolumeIds, ...row } = found;
  return toSnapshotSet(row, { name, type, liveVolumeIds }, workspace);
}
