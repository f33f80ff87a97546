import type { Blocker, VolumeSnapshot, VolumeSnapshotStatus } from "@fulmar/contract";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/timestamp.ts";
import { askUntil } from "../request/ask-until.ts";
import type { Handler } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { VolumeRepository } from "./volumes.ts";

interface VolumeSnapshotFilter {
  readonly status?: VolumeSnapshotStatus | undefined;
  readonly name?: string | undefined;
}

export const snapshotColumns =
  "snapshot_id, volume_id, name, status::text, size_gb, stored_bytes, error_message, created_at, completed_at";
const ofVolume = "workspace_id = $workspace_id::bigint AND volume_id = $volume_id AND deleted_at IS NULL";

const list = statement(
  "volume_snapshot_list",
  `SELECT ${snapshotColumns} FROM volume_snapshot
    WHERE ${ofVolume}
      AND ($after::text IS NULL OR snapshot_id < $after)
      AND ($status::volume_snapshot_status IS NULL OR status = $status::volume_snapshot_status)
      AND ($name::text IS NULL OR name = $name)
    ORDER BY snapshot_id DESC LIMIT $limit::int`,
);

const get = lookup(
  "volume_snapshot_get",
  `SELECT ${snapshotColumns} FROM volume_snapshot WHERE ${ofVolume} AND snapshot_id = $snapshot_id`,
);
const lock = statement(
  "volume_snapshot_lock",
  `SELECT ${snapshotColumns} FROM volume_snapshot WHERE ${ofVolume} AND snapshot_id = $snapshot_id FOR NO KEY UPDATE`,
);

// The lock lasts until the new volume is written. The worker does not reclaim a snapshot that is being copied.
const lockSource = statement(
  "volume_snapshot_source",
  `SELECT s.snapshot_id, s.volume_id, s.name, s.status::text, s.size_gb, v.site_id
     FROM volume_snapshot s JOIN volume v ON v.workspace_id = s.workspace_id AND v.volume_id = s.volume_id
    WHERE s.workspace_id = $workspace_id::bigint AND s.snapshot_id = $snapshot_id
      AND s.deleted_at IS NULL FOR SHARE OF s`,
);

const remove = statement(
  "volume_snapshot_delete",
  `UPDATE volume_snapshot SET deleted_at = now() WHERE ${ofVolume} AND snapshot_id = $snapshot_id`,
);

const blockers = statement(
  "volume_snapshot_blockers",
  `SELECT 'volume_snapshot' AS type, snapshot_id AS id, name FROM volume_snapshot WHERE ${ofVolume}
    ORDER BY snapshot_id DESC LIMIT 100`,
);

type VolumeSnapshotRow = RowOf<typeof get>;

/** A snapshot to copy a new volume from. */
export type SnapshotSource = RowOf<typeof lockSource>;

/** The snapshots of the volumes of one workspace, without deleted ones. */
export class VolumeSnapshotRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** Returns at most `limit` snapshots, newest first, older than `after`. */
  list(
    volumeId: string,
    { status, name }: VolumeSnapshotFilter,
    after: string | undefined,
    limit: number,
  ): Promise<VolumeSnapshotRow[]> {
    return this.#sql.query(list, {
      workspace_id: this.#workspaceId,
      volume_id: volumeId,
      after: after ?? null,
      status: status ?? null,
      name: name ?? null,
      limit,
    });
  }

  async get(volumeId: string, snapshotId: string): Promise<VolumeSnapshotRow | undefined> {
    const [row] = await this.#sql.query(get, {
      workspace_id: this.#workspaceId,
      volume_id: volumeId,
      snapshot_id: snapshotId,
    });
    return row;
  }

  /** Reads a snapshot and locks it until the transaction ends. */
  async lock(volumeId: string, snapshotId: string): Promise<VolumeSnapshotRow | undefined> {
    const [row] = await this.#sql.query(lock, {
      workspace_id: this.#workspaceId,
      volume_id: volumeId,
      snapshot_id: snapshotId,
    });
    return row;
  }

  /** Reads and locks a snapshot of any volume, to copy a new volume from. */
  async lockSource(snapshotId: string): Promise<SnapshotSource | undefined> {
    const [row] = await this.#sql.query(lockSource, { workspace_id: this.#workspaceId, snapshot_id: snapshotId });
    return row;
  }

  async delete(volumeId: string, snapshotId: string): Promise<void> {
    await this.#sql.query(remove, { workspace_id: this.#workspaceId, volume_id: volumeId, snapshot_id: snapshotId });
  }

  /** The newest 100 snapshots of a volume, as blockers. */
  blockersOf(volumeId: string): Promise<Blocker[]> {
    return this.#sql.query(blockers, { workspace_id: this.#workspaceId, volume_id: volumeId });
  }
}

export function toVolumeSnapshot(row: VolumeSnapshotRow): VolumeSnapshot {
  return {
    snapshot_id: row.snapshot_id,
    volume_id: row.volume_id,
    name: row.name,
    status: row.status,
    size_gb: row.size_gb,
    // A volume has at most 16,384 GB, so this fits.
    stored_bytes: row.stored_bytes === null ? null : Number(row.stored_bytes),
    error_message: row.error_message,
    created_at: toTimestamp(row.created_at),
    completed_at: toTimestamp(row.completed_at),
  };
}

export const listVolumeSnapshots: Handler<"volumeSnapshot.list"> = async (
  { sql, workspace },
  { volume_id, limit, cursor, ...filter },
) => {
  if ((await new VolumeRepository(sql, workspace.id).get(volume_id)) === undefined) throw notFound("volume");
  const rows = await new VolumeSnapshotRepository(sql, workspace.id).list(
    volume_id,
    filter,
    decodeCursor(cursor, "snap"),
    limit + 1,
  );
  return toPage(rows, limit, (row) => row.snapshot_id, toVolumeSnapshot);
};

export const getVolumeSnapshot: Handler<"volumeSnapshot.get"> = async (
  { sql, workspace, signal },
  { volume_id, snapshot_id, wait },
) => {
  const snapshots = new VolumeSnapshotRepository(sql, workspace.id);
  const ask = async () => {
    const row = await snapshots.get(volume_id, snapshot_id);
    if (row === undefined) throw notFound("volume snapshot");
    return row;
  };
  return toVolumeSnapshot(
    await askUntil(ask, ({ completed_at }) => completed_at !== null, { waitSeconds: wait, signal }),
  );
};

/** Deletes a snapshot. The worker deletes it at its provider once no volume is being copied from it. */
export const deleteVolumeSnapshot: Handler<"volumeSnapshot.delete"> = async (
  { sql, workspace },
  { volume_id, snapshot_id },
) => {
  const snapshots = new VolumeSnapshotRepository(sql, workspace.id);
  const snapshot = await snapshots.lock(volume_id, snapshot_id);
  if (snapshot === undefined) throw notFound("volume snapshot");
  if (snapshot.completed_at === null) {
    throw conflict(
      "snapshot_in_progress",
      `The snapshot is ${snapshot.status}; wait until it has succeeded or failed, then try again.`,
    );
  }
  await snapshots.delete(volume_id, snapshot_id);
  return { status: "deleted", id: snapshot_id };
};
