import type { VmType } from "@fulmar/contract";
import type { RequestContext } from "../request/context.ts";
import { conflict, type DomainError, notFound } from "../request/domain-error.ts";
import { BackupRepository, type BackupStanding } from "./backup-repository.ts";
import { beingRestored, beingTaken } from "./recovery-refusals.ts";

/**
 * Gone for everybody at once; the worker removes it at the provider. @throws DomainError 404, or 409 that names what is
 * built upon it
 */
export async function deleteBackup(
  { sql, workspace }: RequestContext,
  type: VmType,
  { vm_id, backup_id: id }: { readonly vm_id: string; readonly backup_id: string },
) {
  const backups = new BackupRepository(sql, workspace.id);
  await backups.holdVm(vm_id);
  if (await backups.delete(type, vm_id, id)) return { status: "deleted" as const, id };
  const standing = await backups.standing(type, vm_id, id);
  if (standing === undefined) throw notFound("backup");
  throw refusal(standing);
}

function refusal({ status, restore_operation_id, dependents }: BackupStanding): DomainError {
  if (status === "queued" || status === "running") return beingTaken("backup");
  if (restore_operation_id !== null) return beingRestored("backup", restore_operation_id);
  return conflict(
    "backup_in_use",
    "Later incremental backups are built upon this one; delete those first, the newest before the others.",
    dependents,
  );
}
