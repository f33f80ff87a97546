import type { Acceptance, OperationById, ParsedInput, VmType } from "@fulmar/contract";
import type { RequestContext } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { BackupRepository } from "./backup-repository.ts";
import { restoreVolumes } from "./restore-volumes.ts";

/** @throws DomainError 404, 409 */
export async function restoreBackup(
  context: RequestContext,
  type: VmType,
  { vm_id, backup_id: id, volume_ids }: ParsedInput<OperationById<"backup.restore">>,
): Promise<Acceptance> {
  const backup = await new BackupRepository(context.sql, context.workspace.id).get(type, vm_id, id);
  if (backup === undefined) throw notFound("backup");
  return restoreVolumes(context, type, { ...backup, kind: "backup", id }, volume_ids);
}
