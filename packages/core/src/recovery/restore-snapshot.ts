import type { Acceptance, OperationById, ParsedInput, VmType } from "@fulmar/contract";
import type { RequestContext } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { restoreVolumes } from "./restore-volumes.ts";
import { SnapshotRepository } from "./snapshot-repository.ts";

/** @throws DomainError 404, 409 */
export async function restoreSnapshot(
  context: RequestContext,
  type: VmType,
  { vm_id, snapshot_set_id: id, volume_ids }: ParsedInput<OperationById<"snapshot.restore">>,
): Promise<Acceptance> {
  const snapshot = await new SnapshotRepository(context.sql, context.workspace.id).get(type, vm_id, id);
  if (snapshot === undefined) throw notFound("snapshot");
  return restoreVolumes(context, type, { ...snapshot, kind: "snapshot", id }, volume_ids);
}
