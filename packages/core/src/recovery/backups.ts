import type { Backup, BackupType, CaptureStatus, OperationById, Page, ParsedInput, VmType } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { vmNoun } from "../compute/index.ts";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Workspace } from "../request/caller.ts";
import type { RequestContext } from "../request/context.ts";
import { conflict, type DomainError, notFound } from "../request/domain-error.ts";
import { type Capture, LIVE_VOLUME_IDS, parseCapture } from "./captured-volumes.ts";
import { beingRestored, beingTaken } from "./recovery-refusals.ts";
import type { RecoveredVm } from "./snapshot-record.ts";
import { manifestOf, manifestSummary } from "./volume-manifest.ts";

interface BackupFilter {
  readonly status?: CaptureStatus | undefined;
  readonly type?: BackupType | undefined;
}

const columns = `b.backup_id, b.vm_id, b.policy_id, b.operation_id, b.type::text, b.parent_backup_id, b.chain_id, b.status::text, b.trigger::text,
  b.storage_backend, b.source_disk_size_gb, b.data_volumes, b.artifacts, b.restored, b.size_bytes, b.error_code, b.error_message, b.scheduled_for,
  b.created_at, b.started_at, b.finished_at, b.expires_at`;

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

// Everything that adds or removes backups of a VM locks its row, so that no backup is built upon one that is being
// deleted.
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

const standing = statement(
  "backup_standing",
  `SELECT b.status::text, b.restore_operation_id,
          coalesce((SELECT jsonb_agg(jsonb_build_object('type', 'backup', 'id', d.backup_id, 'name',
                                                        d.type || ' backup') ORDER BY d.backup_id DESC)
                      FROM ${DEPENDENTS}), '[]') AS dependents ${ONE}`,
);

/** A backup as lists read it. */
type BackupRow = RowOf<typeof list> & Capture;

/** The blockers of a backup's deletion. `dependents` are the backups built upon it, newest first. */
type BackupStanding = RowOf<typeof standing>;

/** The backups of one workspace's VMs, without deleted ones. */
export class BackupRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /**
   * The backups of a VM, newest first, at most `limit`, older than `after`. Undefined when there is no such VM. Both
   * queries run at once.
   */
  async list(type: VmType, vmId: string, filter: BackupFilter, after: string | undefined, limit: number) {
    const [rows, [head]] = await Promise.all([
      this.#sql.query(list, {
        workspace_id: this.#workspaceId,
        vm_id: vmId,
        after: after ?? null,
        status: filter.status ?? null,
        type: filter.type ?? null,
        limit,
      }),
      this.#sql.query(overview, { workspace_id: this.#workspaceId, vm_id: vmId, type }),
    ]);
    return head === undefined ? undefined : { rows: rows.map(parseCapture), overview: head };
  }

  async get(type: VmType, vmId: string, backupId: string) {
    const [row] = await this.#sql.query(get, this.#placeOf(type, vmId, backupId));
    return row && parseCapture(row);
  }

  /** Locks the VM's backups against additions and removals until the transaction ends. */
  async lockVm(vmId: string): Promise<void> {
    await this.#sql.query(lockVm, { workspace_id: this.#workspaceId, vm_id: vmId });
  }

  /**
   * The caller has locked the VM.
   * @returns false when there is no such backup, or something blocks its deletion
   */
  async delete(type: VmType, vmId: string, backupId: string): Promise<boolean> {
    return (await this.#sql.query(remove, this.#placeOf(type, vmId, backupId))).length > 0;
  }

  async standing(type: VmType, vmId: string, backupId: string): Promise<BackupStanding | undefined> {
    const [row] = await this.#sql.query(standing, this.#placeOf(type, vmId, backupId));
    return row;
  }

  /** The values of `ONE`. */
  #placeOf(type: VmType, vmId: string, backupId: string) {
    return { workspace_id: this.#workspaceId, vm_id: vmId, backup_id: backupId, type };
  }
}

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

/**
 * Deletes a backup. It disappears at once. The worker removes it at the provider later.
 * @throws DomainError 404, or 409 that names the backups built upon it
 */
export async function deleteBackup(
  { sql, workspace }: RequestContext,
  type: VmType,
  { vm_id, backup_id: id }: { readonly vm_id: string; readonly backup_id: string },
) {
  const backups = new BackupRepository(sql, workspace.id);
  await backups.lockVm(vm_id);
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
    "Later incremental backups depend on this one; delete those first, the newest before the others.",
    dependents,
  );
}

function toBackup(row: BackupRow, vm: RecoveredVm, workspace: Workspace): Backup {
  const { source_disk_size_gb, data_volumes, artifacts, restored, size_bytes, ...backup } = row;
  return {
    ...backup,
    organization_id: workspace.organizationId,
    workspace_id: String(workspace.id),
    vm_name: vm.name,
    vm_type: vm.type,
    size_bytes: size_bytes === null ? null : Number(size_bytes),
    volume_manifest: manifestOf(row, vm.liveVolumeIds, { type: "backup", chainId: row.chain_id, backupType: row.type }),
    volume_manifest_summary: manifestSummary(row),
    scheduled_for: toTimestamp(row.scheduled_for),
    created_at: toTimestamp(row.created_at),
    started_at: toTimestamp(row.started_at),
    finished_at: toTimestamp(row.finished_at),
    expires_at: toTimestamp(row.expires_at),
  };
}
