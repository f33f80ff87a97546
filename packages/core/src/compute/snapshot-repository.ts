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

const count = statement("snapshot_count", `SELECT count(*)::int AS total FROM snapshot_set WHERE workspace_id = $1::bigint AND vm_id = $2 AND ${SEARCHED}`);

const attached = statement("snapshot_live_volumes", "SELECT volume_id FROM volume WHERE workspace_id = $1::bigint AND attached_vm_id = $2");

/** The snapshots of one workspace's VMs. */
export class SnapshotRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** Newest first; `total` counts what the search found, whatever the page; `liveVolumeIds` are the data volumes that the VM has now. */
  async list(vmId: string, { search, limit, offset }: SnapshotFilter): Promise<{ rows: SnapshotRow[]; total: number; liveVolumeIds: string[] }> {
    const found = [this.#workspaceId, vmId, search === undefined || search === "" ? null : search];
    const [rows, counted, live] = await Promise.all([
      this.#sql.query<SnapshotRow>(list, [...found, limit, offset]),
      this.#sql.query<{ total: number }>(count, found),
      this.#sql.query<{ volume_id: string }>(attached, [this.#workspaceId, vmId]),
    ]);
    return { rows, total: counted[0]?.total ?? 0, liveVolumeIds: live.map((volume) => volume.volume_id) };
  }
}
