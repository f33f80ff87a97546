import type { OperationById, ParsedInput, SnapshotSet, VmType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { vmNoun } from "../compute/index.ts";
import type { InWorkspace } from "../request/context.ts";
import { found } from "../request/domain-error.ts";
import { LIVE_VOLUME_IDS, parseCapture } from "./captured-volumes.ts";
import { becomingImage, beingRestored, beingTaken, imagesMadeOf } from "./recovery-refusals.ts";
import { type SnapshotRow, toSnapshotSet } from "./snapshot-record.ts";

/** SQL columns of a snapshot `s`. */
export const SNAPSHOT_COLUMNS = `s.snapshot_set_id, s.vm_id, s.recovery_point_id, s.name, s.description, s.status::text,
  s.capture_scope::text, s.source_disk_size_gb, s.storage_backend, s.operation_id, s.error_code, s.error_message,
  s.data_volumes, s.artifacts, s.restored, s.outlives_vm, s.created_at, s.updated_at`;

/** SQL columns of the VM `v` of a snapshot. */
export const SNAPSHOT_OF_VM = `v.name AS vm_name, v.type::text AS vm_type, v.site_id, v.deleted_at AS vm_deleted_at, ${LIVE_VOLUME_IDS}`;

const FOUND = `s.deleted_at IS NULL AND ($search::text IS NULL OR strpos(lower(s.name), lower($search)) > 0
                                   OR strpos(lower(s.description), lower($search)) > 0)`;

const list = statement(
  "snapshot_list",
  `SELECT ${SNAPSHOT_COLUMNS} FROM snapshot_set s WHERE s.workspace_id = $workspace_id::bigint AND s.vm_id = $vm_id AND ${FOUND}
    ORDER BY s.snapshot_set_id DESC LIMIT $limit OFFSET $offset`,
);

const overview = statement(
  "snapshot_overview",
  `SELECT ${SNAPSHOT_OF_VM},
          (SELECT count(*)::int FROM snapshot_set s
            WHERE s.workspace_id = v.workspace_id AND s.vm_id = v.vm_id AND ${FOUND}) AS total
     FROM vm v WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.type = $type::vm_type`,
);

const get = statement(
  "snapshot_get",
  `SELECT ${SNAPSHOT_COLUMNS}, ${SNAPSHOT_OF_VM}
     FROM snapshot_set s JOIN vm v ON v.workspace_id = s.workspace_id AND v.vm_id = s.vm_id
    WHERE s.workspace_id = $workspace_id::bigint AND s.vm_id = $vm_id AND s.snapshot_set_id = $snapshot_set_id
      AND s.deleted_at IS NULL AND v.type = $type::vm_type`,
);

const IMAGES = imagesMadeOf({ workspace: "s.workspace_id", id: "s.snapshot_set_id" });

const remove = statement(
  "snapshot_delete",
  `UPDATE snapshot_set s SET deleted_at = now(), updated_at = now() FROM vm v
    WHERE s.workspace_id = $workspace_id::bigint AND s.vm_id = $vm_id AND s.snapshot_set_id = $snapshot_set_id
      AND s.deleted_at IS NULL
      AND v.workspace_id = s.workspace_id AND v.vm_id = s.vm_id AND v.type = $type::vm_type
      AND s.status NOT IN ('queued', 'running') AND s.restore_operation_id IS NULL
      AND NOT EXISTS (SELECT FROM ${IMAGES})
   RETURNING s.snapshot_set_id`,
);

const standing = statement(
  "snapshot_standing",
  `SELECT s.status::text, s.restore_operation_id, image.image_id, image.name AS image_name
     FROM snapshot_set s JOIN vm v ON v.workspace_id = s.workspace_id AND v.vm_id = s.vm_id
     LEFT JOIN LATERAL (SELECT g.image_id, g.name FROM ${IMAGES} LIMIT 1) AS image ON true
    WHERE s.workspace_id = $workspace_id::bigint AND s.vm_id = $vm_id AND s.snapshot_set_id = $snapshot_set_id
      AND s.deleted_at IS NULL AND v.type = $type::vm_type`,
);

type Point = ParsedInput<OperationById<"snapshot.get">>;

/** @throws DomainError 404 */
export async function readSnapshot(
  { sql, workspace }: InWorkspace,
  type: VmType,
  { vm_id, snapshot_set_id }: Point,
): Promise<SnapshotRow> {
  const place = { workspace_id: workspace.id, vm_id, snapshot_set_id, type };
  return parseCapture(found(await sql.maybe(get, place), "snapshot"));
}

/**
 * One page of a VM's snapshots, newest first, and the total of the search. Both queries run at once.
 * @throws DomainError 404
 */
export async function listSnapshots(
  { sql, workspace }: InWorkspace,
  type: VmType,
  { vm_id, search, limit, offset }: ParsedInput<OperationById<"snapshot.list">>,
) {
  const sought = { workspace_id: workspace.id, vm_id, search: search === "" ? undefined : search };
  const [rows, head] = await Promise.all([
    sql.query(list, { ...sought, limit, offset }),
    sql.maybe(overview, { ...sought, type }),
  ]);
  const { total, ...shared } = found(head, vmNoun(type));
  return { snapshots: rows.map((row) => toSnapshotSet({ ...parseCapture(row), ...shared }, workspace)), total };
}

/** @throws DomainError 404 */
export async function getSnapshot(context: InWorkspace, type: VmType, point: Point): Promise<SnapshotSet> {
  return toSnapshotSet(await readSnapshot(context, type, point), context.workspace);
}

/**
 * Deletes a snapshot. It disappears at once. The worker removes it at the provider later.
 * @throws DomainError 404, 409
 */
export async function deleteSnapshot({ sql, workspace }: InWorkspace, type: VmType, { vm_id, snapshot_set_id }: Point) {
  const place = { workspace_id: workspace.id, vm_id, snapshot_set_id, type };
  const deleted = await sql.maybe(remove, place);
  if (deleted !== undefined) return { status: "deleted" as const, id: snapshot_set_id };
  const { restore_operation_id, image_id, image_name } = found(await sql.maybe(standing, place), "snapshot");
  if (restore_operation_id !== null) throw beingRestored("snapshot", restore_operation_id);
  throw image_id === null || image_name === null
    ? beingTaken("snapshot")
    : becomingImage("snapshot", { image_id, image_name });
}
