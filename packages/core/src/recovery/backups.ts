import { Backup, type OperationById, type Page, type ParsedInput, type VmType } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { vmNoun } from "../compute/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Workspace } from "../request/caller.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
import { conflict, type DomainError, found } from "../request/domain-error.ts";
import { type Capture, LIVE_VOLUME_IDS, parseCapture } from "./captured-volumes.ts";
import { becomingImage, beingRestored, beingTaken, imagesMadeOf } from "./recovery-refusals.ts";
import { manifestOf, manifestSummary } from "./volume-manifest.ts";

const columns = `b.backup_id, b.vm_id, b.policy_id, b.operation_id, b.type::text, b.parent_backup_id, b.chain_id,
  b.status::text, b.trigger::text, b.storage_backend, b.source_disk_size_gb, b.data_volumes, b.artifacts, b.restored,
  b.size_bytes, b.error_code, b.error_message, b.scheduled_for, b.created_at, b.started_at, b.finished_at, b.expires_at`;

const list = statement(
  "backup_list",
  `SELECT ${columns} FROM backup b
    WHERE b.workspace_id = $workspace_id::bigint AND b.vm_id = $vm_id AND b.deleted_at IS NULL
      AND b.backup_id < $after
      AND ($status::capture_status IS NULL OR b.status = $status::capture_status)
      AND ($type::backup_type IS NULL OR b.type = $type::backup_type)
    ORDER BY b.backup_id DESC LIMIT $limit`,
);

/** SQL columns of the VM `v` of a backup. */
const OF_VM = `v.name AS vm_name, v.type::text AS vm_type, v.site_id, v.deleted_at AS vm_deleted_at, ${LIVE_VOLUME_IDS}`;

const overview = statement(
  "backup_overview",
  `SELECT ${OF_VM} FROM vm v
    WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.type = $type::vm_type`,
);

const ONE = `FROM backup b JOIN vm v ON v.workspace_id = b.workspace_id AND v.vm_id = b.vm_id
    WHERE b.workspace_id = $workspace_id::bigint AND b.vm_id = $vm_id AND b.backup_id = $backup_id
      AND b.deleted_at IS NULL AND v.type = $type::vm_type`;

const get = statement("backup_get", `SELECT ${columns}, ${OF_VM} ${ONE}`);

const ofWorkspace = `SELECT ${columns}, ${OF_VM} FROM backup b
     JOIN vm v ON v.workspace_id = b.workspace_id AND v.vm_id = b.vm_id
    WHERE b.workspace_id = $workspace_id::bigint AND b.deleted_at IS NULL`;

const listAll = statement(
  "backup_list_all",
  `${ofWorkspace}
      AND b.backup_id < $after
      AND ($status::capture_status IS NULL OR b.status = $status::capture_status)
      AND ($type::backup_type IS NULL OR b.type = $type::backup_type)
      AND ($kept::boolean IS NULL OR (v.deleted_at IS NOT NULL) = $kept::boolean)
    ORDER BY b.backup_id DESC LIMIT $limit`,
);

const getAny = statement("backup_get_any", `${ofWorkspace} AND b.backup_id = $backup_id`);

// Whatever adds or removes backups of a VM locks its row, so that no backup is built upon one that is being deleted.
const lockVm = statement(
  "backup_vm_lock",
  "SELECT FROM vm WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id FOR NO KEY UPDATE",
);

const DEPENDENTS = `backup d
                    WHERE d.workspace_id = b.workspace_id AND d.vm_id = b.vm_id AND d.chain_id = b.chain_id
                    AND d.backup_id > b.backup_id
            AND d.parent_backup_id IS NOT NULL AND d.deleted_at IS NULL`;

const IMAGES = imagesMadeOf({ workspace: "b.workspace_id", id: "b.backup_id" });

const remove = statement(
  "backup_delete",
  `UPDATE backup SET deleted_at = now() WHERE backup_id = (
     SELECT b.backup_id ${ONE}
        AND b.status NOT IN ('queued', 'running') AND b.restore_operation_id IS NULL
        AND NOT EXISTS (SELECT FROM ${DEPENDENTS}) AND NOT EXISTS (SELECT FROM ${IMAGES}))
      AND workspace_id = $workspace_id::bigint
   RETURNING backup_id`,
);

/** `dependents` are the backups built upon it, newest first. The image is one that is being made of it. */
const standing = statement(
  "backup_standing",
  `SELECT b.status::text, b.restore_operation_id, (SELECT g.image_id FROM ${IMAGES} LIMIT 1) AS image_id,
          (SELECT g.name FROM ${IMAGES} LIMIT 1) AS image_name,
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
  const filter = { after: olderThan(cursor, "bkp"), status, type: backupType };
  const [rows, head] = await Promise.all([
    sql.query(list, { ...vm, ...filter, limit: limit + 1 }),
    sql.maybe(overview, { ...vm, type }),
  ]);
  const shared = found(head, vmNoun(type));
  return toPage(
    rows,
    limit,
    (row) => row.backup_id,
    (row) => toBackup({ ...parseCapture(row), ...shared }, workspace),
  );
}

/** @throws DomainError 404 */
export async function getBackup(context: InWorkspace, type: VmType, point: Point): Promise<Backup> {
  return toBackup(await readBackup(context, type, point), context.workspace);
}

/** Lists the backups of all VMs, also of those that were deleted. */
export const listWorkspaceBackups: Handler<"workspaceBackup.list"> = async (
  { sql, workspace },
  { limit, cursor, ...filter },
) => {
  const rows = await sql.query(listAll, {
    workspace_id: workspace.id,
    after: olderThan(cursor, "bkp"),
    ...{ status: filter.status, type: filter.type, kept: filter.kept },
    limit: limit + 1,
  });
  return toPage(
    rows,
    limit,
    (row) => row.backup_id,
    (row) => toBackup(parseCapture(row), workspace),
  );
};

/** @throws DomainError 404 */
async function readAnyBackup({ sql, workspace }: InWorkspace, backup_id: string): Promise<BackupRow> {
  return parseCapture(found(await sql.maybe(getAny, { workspace_id: workspace.id, backup_id }), "backup"));
}

export const getWorkspaceBackup: Handler<"workspaceBackup.get"> = async (context, { backup_id }) =>
  toBackup(await readAnyBackup(context, backup_id), context.workspace);

export const deleteWorkspaceBackup: Handler<"workspaceBackup.delete"> = async (context, { backup_id }) => {
  const { vm_id, vm_type } = await readAnyBackup(context, backup_id);
  return deleteBackup(context, vm_type, { vm_id, backup_id });
};

/**
 * Deletes a backup. It disappears at once. The worker removes it at the provider later.
 * @throws DomainError 404, or 409 that names the backups built upon it or the image being made of it
 */
export async function deleteBackup({ sql, workspace }: InWorkspace, type: VmType, { vm_id, backup_id }: Point) {
  const place = { workspace_id: workspace.id, vm_id, backup_id, type };
  await lockBackupsOf(sql, workspace.id, vm_id);
  const deleted = await sql.maybe(remove, place);
  if (deleted !== undefined) return { status: "deleted" as const, id: backup_id };
  throw refusal(found(await sql.maybe(standing, place), "backup"));
}

function refusal(row: RowOf<typeof standing>): DomainError {
  const { status, restore_operation_id, image_id, image_name, dependents } = row;
  if (status === "queued" || status === "running") return beingTaken("backup");
  if (restore_operation_id !== null) return beingRestored("backup", restore_operation_id);
  if (image_id !== null && image_name !== null) return becomingImage("backup", { image_id, image_name });
  return conflict(
    "backup_in_use",
    "Later incremental backups depend on this one; delete those first, the newest before the others.",
    dependents,
  );
}

const shown = wireForm(Backup);

function toBackup(row: BackupRow, workspace: Workspace): Backup {
  const stored = { type: "backup", chainId: row.chain_id, backupType: row.type } as const;
  return shown({
    ...row,
    organization_id: workspace.organizationId,
    workspace_id: String(workspace.id),
    size_bytes: row.size_bytes === null ? null : Number(row.size_bytes),
    volume_manifest: manifestOf(row, row.live_volume_ids, stored),
    volume_manifest_summary: manifestSummary(row),
  });
}
