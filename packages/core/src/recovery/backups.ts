import { Backup, type OperationById, type Page, type ParsedInput, type VmType } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { vmNoun } from "../compute/index.ts";
import { decodeCursor, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Workspace } from "../request/caller.ts";
import type { InWorkspace } from "../request/context.ts";
import { conflict, type DomainError, found } from "../request/domain-error.ts";
import { type Capture, LIVE_VOLUME_IDS, parseCapture } from "./captured-volumes.ts";
import { beingRestored, beingTaken } from "./recovery-refusals.ts";
import { manifestOf, manifestSummary } from "./volume-manifest.ts";

const columns = `b.backup_id, b.vm_id, b.policy_id, b.operation_id, b.type::text, b.parent_backup_id, b.chain_id,
  b.status::text, b.trigger::text, b.storage_backend, b.source_disk_size_gb, b.data_volumes, b.artifacts, b.restored,
  b.size_bytes, b.error_code, b.error_message, b.scheduled_for, b.created_at, b.started_at, b.finished_at, b.expires_at`;

const list = statement(
  "backup_list",
  `SELECT ${columns} FROM backup b
    WHERE b.workspace_id = $workspace_id::bigint AND b.vm_id = $vm_id AND b.deleted_at IS NULL
      AND ($after::text IS NULL OR b.backup_id < $after)
      AND ($status::capture_status IS NULL OR b.status = $status::capture_status)
      AND ($type::backup_type IS NULL OR b.type = $type::backup_type)
    ORDER BY b.backup_id DESC LIMIT $limit`,
);

const overview = statement(
  "backup_overview",
  `SELECT v.name AS vm_name, ${LIVE_VOLUME_IDS} FROM vm v
    WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.type = $type::vm_type`,
);

const ONE = `FROM backup b JOIN vm v ON v.workspace_id = b.workspace_id AND v.vm_id = b.vm_id
    WHERE b.workspace_id = $workspace_id::bigint AND b.vm_id = $vm_id AND b.backup_id = $backup_id
      AND b.deleted_at IS NULL AND v.type = $type::vm_type`;

const get = statement("backup_get", `SELECT ${columns}, v.name AS vm_name, ${LIVE_VOLUME_IDS} ${ONE}`);

// Whatever adds or removes backups of a VM locks its row, so that no backup is built upon one that is being deleted.
const lockVm = statement(
  "backup_vm_lock",
  "SELECT FROM vm WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id FOR NO KEY UPDATE",
);

const DEPENDENTS = `backup d
                    WHERE d.workspace_id = b.workspace_id AND d.vm_id = b.vm_id AND d.chain_id = b.chain_id
                    AND d.backup_id > b.backup_id
            AND d.parent_backup_id IS NOT NULL AND d.deleted_at IS NULL`;

const remove = statement(
  "backup_delete",
  `UPDATE backup SET deleted_at = now() WHERE backup_id = (
     SELECT b.backup_id ${ONE}
        AND b.status NOT IN ('queued', 'running') AND b.restore_operation_id IS NULL
        AND NOT EXISTS (SELECT FROM ${DEPENDENTS}))
      AND workspace_id = $workspace_id::bigint
   RETURNING backup_id`,
);

/** `dependents` are the backups built upon it, newest first. */
const standing = statement(
  "backup_standing",
  `SELECT b.status::text, b.restore_operation_id,
          coalesce((SELECT jsonb_agg(jsonb_build_object('type', 'backup', 'id', d.backup_id, 'name',
                                                        d.type || ' backup') ORDER BY d.backup_id DESC)
                      FROM ${DEPENDENTS}), '[]') AS dependents ${ONE}`,
);

type BackupRow = RowOf<typeof get> & Capture;
type Point = ParsedInput<OperationById<"backup.get">>;

/** Locks a VM's backups against additions and removals until the transaction ends. */
export async function lockBackupsOf(sql: Sql, workspace_id: bigint, vm_id: string): Promise<void> {
  await sql.query(lockVm, { workspace_id, vm_id });
}

/** @throws DomainError 404 */
export async function readBackup(
  { sql, workspace }: InWorkspace,
  type: VmType,
  { vm_id, backup_id }: Point,
): Promise<BackupRow> {
  const place = { workspace_id: workspace.id, vm_id, backup_id, type };
  return parseCapture(found(await sql.maybe(get, place), "backup"));
}

/** Both queries run at once. @throws DomainError 404 */
export async function listBackups(
  { sql, workspace }: InWorkspace,
  type: VmType,
  { vm_id, limit, cursor, status, type: backupType }: ParsedInput<OperationById<"backup.list">>,
): Promise<Page<Backup>> {
  const vm = { workspace_id: workspace.id, vm_id };
  const filter = { after: decodeCursor(cursor, "bkp"), status, type: backupType };
  const [rows, head] = await Promise.all([
    sql.query(list, { ...vm, ...filter, limit: limit + 1 }),
    sql.maybe(overview, { ...vm, type }),
  ]);
  const shared = found(head, vmNoun(type));
  return toPage(
    rows,
    limit,
    (row) => row.backup_id,
    (row) => toBackup({ ...parseCapture(row), ...shared }, type, workspace),
  );
}

/** @throws DomainError 404 */
export async function getBackup(context: InWorkspace, type: VmType, point: Point): Promise<Backup> {
  return toBackup(await readBackup(context, type, point), type, context.workspace);
}

/**
 * Deletes a backup. It disappears at once. The worker removes it at the provider later.
 * @throws DomainError 404, or 409 that names the backups built upon it
 */
export async function deleteBackup({ sql, workspace }: InWorkspace, type: VmType, { vm_id, backup_id }: Point) {
  const place = { workspace_id: workspace.id, vm_id, backup_id, type };
  await lockBackupsOf(sql, workspace.id, vm_id);
  const deleted = await sql.maybe(remove, place);
  if (deleted !== undefined) return { status: "deleted" as const, id: backup_id };
  throw refusal(found(await sql.maybe(standing, place), "backup"));
}

function refusal({ status, restore_operation_id, dependents }: RowOf<typeof standing>): DomainError {
  if (status === "queued" || status === "running") return beingTaken("backup");
  if (restore_operation_id !== null) return beingRestored("backup", restore_operation_id);
  return conflict(
    "backup_in_use",
    "Later incremental backups depend on this one; delete those first, the newest before the others.",
    dependents,
  );
}

const shown = wireForm(Backup);

function toBackup(row: BackupRow, vm_type: VmType, workspace: Workspace): Backup {
  const stored = { type: "backup", chainId: row.chain_id, backupType: row.type } as const;
  return shown({
    ...row,
    organization_id: workspace.organizationId,
    workspace_id: String(workspace.id),
    vm_type,
    size_bytes: row.size_bytes === null ? null : Number(row.size_bytes),
    volume_manifest: manifestOf(row, row.live_volume_ids, stored),
    volume_manifest_summary: manifestSummary(row),
  });
}
