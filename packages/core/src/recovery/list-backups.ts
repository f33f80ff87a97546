import type { Backup, OperationById, Page, ParsedInput, VmType } from "@fulmar/contract";
import { vmNoun } from "../compute/index.ts";
import { decodeCursor, toPage } from "../query/paging.ts";
import type { RequestContext } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { toBackup } from "./backup-record.ts";
import { BackupRepository } from "./backup-repository.ts";

/** @throws DomainError 404 */
export async function listBackups(
  { sql, workspace }: RequestContext,
  type: VmType,
  { vm_id, limit, cursor, ...filter }: ParsedInput<OperationById<"backup.list">>,
): Promise<Page<Backup>> {
  const found = await new BackupRepository(sql, workspace.id).list(
    type,
    vm_id,
    filter,
    decodeCursor(cursor, "bkp"),
    limit + 1,
  );
  if (found === undefined) throw notFound(vmNoun(type));
  const { vm_name: name, live_volume_ids: liveVolumeIds } = found.overview;
  return toPage(
    found.rows,
    limit,
    (row) => row.backup_id,
    (row) => toBackup(row, { name, type, liveVolumeIds }, workspace),
  );
}
