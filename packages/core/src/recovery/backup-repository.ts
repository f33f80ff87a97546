import type { Backup, BackupType, Blocker, CaptureStatus, VmType } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import type { CapturedVolumes } from "./captured-volume.ts";
import { LIVE_VOLUME_IDS } from "./live-volumes.ts";
import type { RecoveryOverview } from "./snapshot-repository.ts";

/** A backup as lists read it. */
export interface BackupRow
  extends CapturedVolumes,
    Pick<Backup, "backup_id" | "policy_id" | "operation_id" | "type" | "parent_backup_id" | "chain_id"> {
  status: CaptureStatus;
  trigger: Backup["trigger"];
  storage_backend: string;
  size_bytes: bigint | null;
  error_code: string | null;
  error_message: string | null;
  scheduled_for: Date | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  expires_at: Date | null;
}

export interface BackupFilter {
  readonly status?: CaptureStatus | undefined;
  readonly type?: BackupType | undefined;
}

/** What stands in the way of a backup's deletion. */
export interface BackupStanding {
  status: CaptureStatus;
  restore_operation_id: string | null;
  /** Those that are built upon it, newest first. */
  dependents: Blocker[];
}

const columns = `b.backup_id, b.vm_id, b.policy_id, b.operation_id, b.type::text, b.parent_backup_id, b.chain_id, b.status::text, b.trigger::text,
  b.storage_backend, b.source_disk_size_gb, b.data_volumes, b.artifacts, b.restored, b.size_bytes, b.error_code, b.error_message, b.scheduled_for,
  b.created_at, b.started_at, b.finished_at, b.expires_at`;

const list = statement(
  "backup_list",
  `SELECT ${columns} FROM backup b
    WHERE b.workspace_id = $1::bigint AND b.vm_id = $2 AND b.deleted_at IS NULL
      AND ($3::text IS NULL OR b.backup_id < $3)
      AND ($4::capture_status IS NULL OR b.status = $4::capture_status)
      AND ($5::backup_type IS NULL OR b.type = $5::backup_type)
    ORDER BY b.backup_id DESC LIMIT $6`,
);

const overview = statement(
  "backup_overview",
  `SELECT v.name AS vm_name, ${LIVE_VOLUME_IDS} FROM vm v WHERE v.workspace_id = $1::bigint AND v.vm_id = $2 AND v.type = $3::vm_type`,
);

const ONE = `FROM backup b JOIN vm v ON v.workspace_id = b.workspace_id AND v.vm_id = b.vm_id
    WHERE b.workspace_id = $1::bigint AND b.vm_id = $2 AND b.backup_id = $3 AND b.deleted_at IS NULL AND v.type = $4::vm_type`;

const get = statement("backup_get", `SELECT ${columns}, v.name AS vm_name, ${LIVE_VOLUME_IDS} ${ONE}`);

// Whoever adds or removes backups of a VM holds its row, so that nothing is built upon a backup that is being deleted.
const holdVm = statement(
  "backup_vm_hold",
  "SELECT FROM vm WHERE workspace_id = $1::bigint AND vm_id = $2 FOR NO KEY UPDATE",
);

const DEPENDENTS = `backup d WHERE d.workspace_id = b.workspace_id AND d.vm_id = b.vm_id AND d.chain_id = b.chain_id AND d.backup_id > b.backup_id
            AND d.parent_backup_id IS NOT NULL AND d.deleted_at IS NULL`;

const remove = statement(
  "backup_delete",
  `UPDATE backup SET deleted_at = now() WHERE backup_id = (
     SELECT b.backup_id ${ONE}
        AND b.status NOT IN ('queued', 'running') AND b.restore_operation_id IS NULL AND NOT EXISTS (SELECT FROM ${DEPENDENTS}))
      AND workspace_id = $1::bigint
   RETURNING backup_id`,
);

const standing = statement(
  "backup_standing",
  `SELECT b.status::text, b.restore_operation_id,
          coalesce((SELECT jsonb_agg(jsonb_build_object('type', 'backup', 'id', d.backup_id, 'name', d.type || ' backup') ORDER BY d.backup_id DESC)
                      FROM ${DEPENDENTS}), '[]') AS dependents ${ONE}`,
);

/** The backups of one workspace's VMs. Deleted ones are gone. */
export class BackupRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /**
   * The backups of a VM, newest first, `limit` at most, those older than `after`; undefined when there is no such VM.
   * Both halves are read at once.
   */
  async list(type: VmType, vmId: string, filter: BackupFilter, after: string | undefined, limit: number) {
    const [rows, [head]] = await Promise.all([
      this.#sql.queryAs<BackupRow>(list, [
        this.#workspaceId,
        vmId,
        after ?? null,
        filter.status ?? null,
        filter.type ?? null,
        limit,
      ]),
      this.#sql.queryAs<RecoveryOverview>(overview, [this.#workspaceId, vmId, type]),
    ]);
    return head === undefined ? undefined : { rows, overview: head };
  }

  async get(type: VmType, vmId: string, backupId: string): Promise<(BackupRow & RecoveryOverview) | undefined> {
    const [row] = await this.#sql.queryAs<BackupRow & RecoveryOverview>(get, [this.#workspaceId, vmId, backupId, type]);
    return row;
  }

  /** Until the transaction ends, nobody else adds or removes backups of the VM. */
  async holdVm(vmId: string): Promise<void> {
    await this.#sql.query(holdVm, [this.#workspaceId, vmId]);
  }

  /** For a VM that is held. @returns false when there is none, or something stands in the way */
  async delete(type: VmType, vmId: string, backupId: string): Promise<boolean> {
    return (await this.#sql.query(remove, [this.#workspaceId, vmId, backupId, type])).length > 0;
  }

  async standing(type: VmType, vmId: string, backupId: string): Promise<BackupStanding | undefined> {
    const [row] = await this.#sql.queryAs<BackupStanding>(standing, [this.#workspaceId, vmId, backupId, type]);
    return row;
  }
}
