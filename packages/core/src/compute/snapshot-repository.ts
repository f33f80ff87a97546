import type { CaptureScope, CaptureStatus } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import type { CapturedVolume, SnapshotArtifacts } from "./snapshot-volumes.ts";

/** A snapshot as lists read it. */
export interface SnapshotRow {
  snapshot_set_id: string;
  vm_id: string;
  recovery_point_id: string;
  name: string;
  description: string | null;
  status: CaptureStatus;
  capture_scope: CaptureScope;
  source_disk_size_gb: number;
  storage_backend: string;
  data_volumes: CapturedVolume[];
  artifacts: SnapshotArtifacts;
  created_at: Date;
  updated_at: Date;
}

export interface SnapshotFilter {
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

const SEARCHED = "($3::text IS NULL OR strpos(lower(name), lower($3)) > 0 OR strpos(lower(description), lower($3)) > 0)";

const list = statement(
  "snapshot_list",
  `SELECT snapshot_set_id, vm_id, recovery_point_id, name, description, status::text, capture_scope::text, source_disk_size_gb, storage_backend,
          data_volumes, artifacts, created_at, updated_at
     FROM snapshot_set WHERE workspace_id = $1::bigint AND vm_id = $2 AND ${SEARCHED}
    ORDER BY snapshot_set_id DESC LIMIT $4 OFFSET $5`,
);

const overview = statement(
  "snapshot_overview",
  `SELECT v.name AS vm_name,
          (SELECT count(*)::int FROM snapshot_set WHERE workspace_id = v.workspace_id AND vm_id = v.vm_id AND ${SEARCHED}) AS total,
          ARRAY(SELECT volume_id FROM volume WHERE workspace_id = v.workspace_id AND attached_vm_id = v.vm_id) AS live_volume_ids
     FROM vm v WHERE v.workspace_id = $1::bigint AND v.vm_id = $2 AND v.type = 'cloud'`,
);

/** What a page of snapshots stands in. */
export interface SnapshotOverview {
  readonly vm_name: string;
  /** What the search found, whatever the page. */
  readonly total: number;
  /** The data volumes that the VM has now. */
  readonly live_volume_ids: readonly string[];
}

/** The snapshots of one workspace's VMs. */
export class SnapshotRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** The snapshots of a cloud VM, newest first; undefined when there is no such VM. Both halves are read at once. */
  async list(vmId: string, { search, limit, offset }: SnapshotFilter): Promise<{ rows: SnapshotRow[]; overview: SnapshotOverview } | undefined> {
    const found = [this.#workspaceId, vmId, search === undefined || search === "" ? null : search];
    const [rows, [head]] = await Promise.all([
      this.#sql.query<SnapshotRow>(list, [...found, limit, offset]),
      this.#sql.query<SnapshotOverview>(overview, found),
    ]);
    return head === undefined ? undefined : { rows, overview: head };
  }
}
