import { type Blocker, VolumeSnapshot } from "@fulmar/contract";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import { askUntil } from "../request/ask-until.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
import { conflict, found } from "../request/domain-error.ts";
import { readVolume } from "./volumes.ts";

export const snapshotColumns =
  "snapshot_id, volume_id, name, status::text, size_gb, stored_bytes, error_message, created_at, completed_at";
const ofVolume = "workspace_id = $workspace_id::bigint AND volume_id = $volume_id AND deleted_at IS NULL";

const list = statement(
  "volume_snapshot_list",
  `SELECT ${snapshotColumns} FROM volume_snapshot
    WHERE ${ofVolume}
      AND snapshot_id < $after
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

/** A snapshot to copy a new volume from. */
export type SnapshotSource = RowOf<typeof lockSource>;

const shown = wireForm(VolumeSnapshot.omit({ stored_bytes: true }));

export function toVolumeSnapshot(row: RowOf<typeof get>): VolumeSnapshot {
  // A volume has at most 16,384 GB, so the number of bytes is exact.
  return { ...shown(row), stored_bytes: row.stored_bytes === null ? null : Number(row.stored_bytes) };
}

/** Reads and locks a snapshot of any volume, to copy a new volume from. @throws DomainError 404 */
export async function lockSnapshotSource(
  { sql, workspace }: InWorkspace,
  snapshot_id: string,
): Promise<SnapshotSource> {
  return found(await sql.maybe(lockSource, { workspace_id: workspace.id, snapshot_id }), "volume snapshot");
}

/** The newest 100 snapshots of a volume, as blockers. */
export function snapshotBlockersOf({ sql, workspace }: InWorkspace, volume_id: string): Promise<Blocker[]> {
  return sql.query(blockers, { workspace_id: workspace.id, volume_id });
}

export const listVolumeSnapshots: Handler<"volumeSnapshot.list"> = async (
  context,
  { volume_id, limit, cursor, status, name },
) => {
  await readVolume(context, volume_id);
  const rows = await context.sql.query(list, {
    workspace_id: context.workspace.id,
    volume_id,
    after: olderThan(cursor, "snap"),
    status,
    name,
    limit: limit + 1,
  });
  return toPage(rows, limit, (row) => row.snapshot_id, toVolumeSnapshot);
};

export const getVolumeSnapshot: Handler<"volumeSnapshot.get"> = async (context, { wait, ...ids }) => {
  const { sql, workspace, signal } = context;
  const values = { workspace_id: workspace.id, ...ids };
  const read = async () => found(await sql.maybe(get, values), "volume snapshot");
  const isComplete = ({ completed_at }: RowOf<typeof get>) => completed_at !== null;
  return toVolumeSnapshot(await askUntil(read, isComplete, { waitSeconds: wait, signal }));
};

/** Deletes a snapshot. The worker deletes it at its provider once no volume is being copied from it. */
export const deleteVolumeSnapshot: Handler<"volumeSnapshot.delete"> = async ({ sql, workspace }, ids) => {
  const values = { workspace_id: workspace.id, ...ids };
  const snapshot = found(await sql.maybe(lock, values), "volume snapshot");
  if (snapshot.completed_at === null) {
    throw conflict(
      "snapshot_in_progress",
      `The snapshot is ${snapshot.status}; wait until it has succeeded or failed, then try again.`,
    );
  }
  await sql.query(remove, values);
  return { status: "deleted", id: ids.snapshot_id };
};
