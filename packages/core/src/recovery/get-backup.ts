import type { Backup, VmType } from "@fulmar/contract";
import type { RequestContext } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { toBackup } from "./backup-record.ts";
import { BackupRepository } from "./backup-repository.ts";

/** @throws DomainError 404 */
export async function getBackup(
  { sql, workspace }: RequestContext,
  type: VmType,
  { vm_id, backup_id }: { readonly vm_id: string; readonly backup_id: string },
): Promise<Backup> {
  const found = await new BackupRepository(sql, workspace.id).get(type, vm_id, backup_id);
  if (found === undefined) throw notFound("backup");
  const { vm_name: name, live_volume_ids: liveVolumeIds, ...row } = found;
  return toBackup(row, { name, type, liveVolumeIds }, workspace);
}
