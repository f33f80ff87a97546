import type { VmType } from "@fulmar/contract";
import type { RequestContext } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { beingRestored, beingTaken } from "./recovery-refusals.ts";
import { SnapshotRepository } from "./snapshot-repository.ts";

/** Gone for everybody at once; the worker removes it at the provider. @throws DomainError 404, 409 */
export async function deleteSnapshot(
  { sql, workspace }: RequestContext,
  type: VmType,
  { vm_id, snapshot_set_id: id }: { readonly vm_id: string; readonly snapshot_set_id: string },
) {
  const snapshots = new SnapshotRepository(sql, workspace.id);
  if (await snapshots.delete(type, vm_id, id)) return { status: "deleted" as const, id };
  const standing = await snapshots.standing(type, vm_id, id);
  if (standing === undefined) throw notFound("snapshot");
  throw standing.restore_operation_id === null
    ? beingTaken("snapshot")
    : beingRestored("snapshot", standing.restore_operation_id);
}
