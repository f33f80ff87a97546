import type { CaptureScope, CaptureStatus, VmType } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import type { CapturedVolumes } from "./captured-volume.ts";
import { LIVE_VOLUME_IDS } from "./live-volumes.ts";

/** A snapshot as lists read it. */
export interface SnapshotRow extends CapturedVolumes {
  snapshot_set_id: string;
  recovery_point_id: string;
  name: string;
  description: string | null;
  status: CaptureStatus;
  capture_scope: CaptureScope;
  storage_backend: string;
  operation_id: string | null;
  error_code: string | null;
  error_message: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface SnapshotFilter {
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** What a page of recovery points stands in. */
export interface RecoveryOverview {
  readonly vm_name: string;
  /** The data volumes that the VM has now. */
  readonly live_volume_ids: readonly string[];
}

const columns = `s.snapshot_set_id, s.vm_id, s.recovery_point_id, s.name, s.description, s.status::text, s.capture_scope::text, s.source_disk_size_gb,
  s.storage_backend, s.operation_id, s.error_code, s.error_message, s.data_volumes, s.artifacts, s.restored, s.created_at, s.updated_at`;

const FOUND = `s.deleted_at IS NULL AND ($3::text IS NULL OR strpos(lower(s.name), lower($3)) > 0 OR strpos(lower(s.description), lower($3)) > 0)`;

const list = statement(
  "snapshot_list",
  `SELECT ${columns} FROM snapshot_set s WHERE s.workspace_id = $1::bigint AND s.vm_id = $2 AND ${FOUND}
    ORDER BY s.snapshot_set_id DESC LIMIT $4 OFFSET $5`,
);

const overview = statement(
  "snapshot_overview",
  `SELECT v.name AS vm_name, (SELECT count(*)::int FROM snapshot_set s WHERE s.workspace_id = v.workspace_id AND s.vm_id = v.vm_id AND ${FOUND}) AS total,
          ${LIVE_VOLUME_IDS}
     FROM vm v WHERE v.workspace_id = $1::bigint AND v.vm_id = $2 AND v.type = $4::vm_type`,
);

const get = statement(
  "snapshot_get",
  `SELECT ${columns}, v.name AS vm_name, ${LIVE_VOLUME_IDS}
     FROM snapshot_set s JOIN vm v ON v.workspace_id = s.workspace_id AND v.vm_id = s.vm_id
    WHERE s.workspace_id = $1::bigint AND s.vm_id = $2 AND s.snapshot_set_id = $3 AND s.deleted_at IS NULL AND v.type = $4::vm_type`,
);

const remove = statement(
  "snapshot_delete",
  `UPDATE snapshot_set s SET deleted_at = now(), updated_at = now() FROM vm v
    WHERE s.workspace_id = $1::bigint AND s.vm_id = $2 AND s.snapshot_set_id = $3 AND s.deleted_at IS NULL
      AND v.workspace_id = s.workspace_id AND v.vm_id = s.vm_id AND v.type = $4::vm_type
      AND s.status NOT IN ('queued', 'running') AND s.restore_operation_id IS NULL
   RETURNING s.snapshot_set_id`,
);

const standing = statement(
  "snapshot_standing",
  `SELECT s.status::text, s.restore_operation_id FROM snapshot_set s JOIN vm v ON v.workspace_id = s.workspace_id AND v.vm_id = s.vm_id
    WHERE s.workspace_id = $1::bigint AND s.vm_id = $2 AND s.snapshot_set_id = $3 AND s.deleted_at IS NULL AND v.type = $4::vm_type`,
);

/** The snapshots of one workspace's VMs. Deleted ones are gone. */
export class SnapshotRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /**
   * The snapshots of a VM, newest first; undefined when there is no such VM. Both halves are read at once. `total` is
   * what the search found.
   */
  async list(type: VmType, vmId: string, { search, limit, offset }: SnapshotFilter) {
    const found = [this.#workspaceId, vmId, search === undefined || search === "" ? null : search];
    const [rows, [head]] = await Promise.all([
      this.#sql.queryAs<SnapshotRow>(list, [...found, limit, offset]),
      this.#sql.queryAs<RecoveryOverview & { readonly total: number }>(overview, [...found, type]),
    ]);
    return head === undefined ? undefined : { rows, overview: head };
  }

  async get(type: VmType, vmId: string, snapshotSetId: string): Promise<(SnapshotRow & RecoveryOverview) | undefined> {
    const [row] = await this.#sql.queryAs<SnapshotRow & RecoveryOverview>(get, [
      this.#workspaceId,
      vmId,
      snapshotSetId,
      type,
    ]);
    return row;
  }

  /** @returns false when there is none, or it is being taken or restored */
  async delete(type: VmType, vmId: string, snapshotSetId: string): Promise<boolean> {
    return (await this.#sql.query(remove, [this.#workspaceId, vmId, snapshotSetId, type])).length > 0;
  }

  /** What a snapshot is doing, as it stands in the way of its deletion. */
  async standing(
    type: VmType,
    vmId: string,
    snapshotSetId: string,
  ): Promise<{ status: CaptureStatus; restore_operation_id: string | null } | undefined> {
    const [row] = await this.#sql.queryAs<{ status: CaptureStatus; restore_operation_id: string | null }>(standing, [
      this.#workspaceId,
      vmId,
      snapshotSetId,
      type,
    ]);
    return row;
  }
}
