import type { OperationById, ParsedInput, SnapshotSet, VmType } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { vmNoun } from "../compute/index.ts";
import type { RequestContext } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { LIVE_VOLUME_IDS, parseCapture } from "./captured-volumes.ts";
import { beingRestored, beingTaken } from "./recovery-refusals.ts";
import { toSnapshotSet } from "./snapshot-record.ts";

interface SnapshotFilter {
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

const columns = `s.snapshot_set_id, s.vm_id, s.recovery_point_id, s.name, s.description, s.status::text, s.capture_scope::text, s.source_disk_size_gb,
  s.storage_backend, s.operation_id, s.error_code, s.error_message, s.data_volumes, s.artifacts, s.restored, s.created_at, s.updated_at`;

const FOUND = `s.deleted_at IS NULL AND ($search::text IS NULL OR strpos(lower(s.name), lower($search)) > 0
                                   OR strpos(lower(s.description), lower($search)) > 0)`;

const list = statement(
  "snapshot_list",
  `SELECT ${columns} FROM snapshot_set s WHERE s.workspace_id = $workspace_id::bigint AND s.vm_id = $vm_id AND ${FOUND}
    ORDER BY s.snapshot_set_id DESC LIMIT $limit OFFSET $offset`,
);

const overview = statement(
  "snapshot_overview",
  `SELECT v.name AS vm_name,
          (SELECT count(*)::int FROM snapshot_set s
            WHERE s.workspace_id = v.workspace_id AND s.vm_id = v.vm_id AND ${FOUND}) AS total,
          ${LIVE_VOLUME_IDS}
     FROM vm v WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.type = $type::vm_type`,
);

const get = statement(
  "snapshot_get",
  `SELECT ${columns}, v.name AS vm_name, ${LIVE_VOLUME_IDS}
     FROM snapshot_set s JOIN vm v ON v.workspace_id = s.workspace_id AND v.vm_id = s.vm_id
    WHERE s.workspace_id = $workspace_id::bigint AND s.vm_id = $vm_id AND s.snapshot_set_id = $snapshot_set_id
      AND s.deleted_at IS NULL AND v.type = $type::vm_type`,
);

const remove = statement(
  "snapshot_delete",
  `UPDATE snapshot_set s SET deleted_at = now(), updated_at = now() FROM vm v
    WHERE s.workspace_id = $workspace_id::bigint AND s.vm_id = $vm_id AND s.snapshot_set_id = $snapshot_set_id
      AND s.deleted_at IS NULL
      AND v.workspace_id = s.workspace_id AND v.vm_id = s.vm_id AND v.type = $type::vm_type
      AND s.status NOT IN ('queued', 'running') AND s.restore_operation_id IS NULL
   RETURNING s.snapshot_set_id`,
);

const standing = statement(
  "snapshot_standing",
  `SELECT s.status::text, s.restore_operation_id
     FROM snapshot_set s JOIN vm v ON v.workspace_id = s.workspace_id AND v.vm_id = s.vm_id
    WHERE s.workspace_id = $workspace_id::bigint AND s.vm_id = $vm_id AND s.snapshot_set_id = $snapshot_set_id
      AND s.deleted_at IS NULL AND v.type = $type::vm_type`,
);

/** The snapshots of one workspace's VMs, without deleted ones. */
export class SnapshotRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /**
   * The snapshots of a VM, newest first. Undefined when there is no such VM. Both queries run at once. `total` counts
   * the matches of the search.
   */
  async list(type: VmType, vmId: string, { search, limit, offset }: SnapshotFilter) {
    const found = {
      workspace_id: this.#workspaceId,
      vm_id: vmId,
      search: search === undefined || search === "" ? null : search,
    };
    const [rows, [head]] = await Promise.all([
      this.#sql.query(list, { ...found, limit, offset }),
      this.#sql.query(overview, { ...found, type }),
    ]);
    return head === undefined ? undefined : { rows: rows.map(parseCapture), overview: head };
  }

  async get(type: VmType, vmId: string, snapshotSetId: string) {
    const [row] = await this.#sql.query(get, {
      workspace_id: this.#workspaceId,
      vm_id: vmId,
      snapshot_set_id: snapshotSetId,
      type,
    });
    return row && parseCapture(row);
  }

  /** @returns false when it does not exist, or is being taken or restored */
  async delete(type: VmType, vmId: string, snapshotSetId: string): Promise<boolean> {
    return (
      (
        await this.#sql.query(remove, {
          workspace_id: this.#workspaceId,
          vm_id: vmId,
          snapshot_set_id: snapshotSetId,
          type,
        })
      ).length > 0
    );
  }

  /** What a snapshot is doing, as a reason against its deletion. */
  async standing(type: VmType, vmId: string, snapshotSetId: string): Promise<RowOf<typeof standing> | undefined> {
    const [row] = await this.#sql.query(standing, {
      workspace_id: this.#workspaceId,
      vm_id: vmId,
      snapshot_set_id: snapshotSetId,
      type,
    });
    return row;
  }
}

/**
 * One page of a VM's snapshots, newest first, and their total.
 * @throws DomainError 404
 */
export async function listSnapshots(
  { sql, workspace }: RequestContext,
  type: VmType,
  { vm_id, ...filter }: ParsedInput<OperationById<"snapshot.list">>,
) {
  const found = await new SnapshotRepository(sql, workspace.id).list(type, vm_id, filter);
  if (found === undefined) throw notFound(vmNoun(type));
  const { vm_name: name, live_volume_ids: liveVolumeIds, total } = found.overview;
  return { snapshots: found.rows.map((row) => toSnapshotSet(row, { name, type, liveVolumeIds }, workspace)), total };
}

/** @throws DomainError 404 */
export async function getSnapshot(
  { sql, workspace }: RequestContext,
  type: VmType,
  { vm_id, snapshot_set_id }: { readonly vm_id: string; readonly snapshot_set_id: string },
): Promise<SnapshotSet> {
  const found = await new SnapshotRepository(sql, workspace.id).get(type, vm_id, snapshot_set_id);
  if (found === undefined) throw notFound("snapshot");
  const { vm_name: name, live_volume_ids: liveVolumeIds, ...row } = found;
  return toSnapshotSet(row, { name, type, liveVolumeIds }, workspace);
}

/**
 * Deletes a snapshot. It disappears at once. The worker removes it at the provider later.
 * @throws DomainError 404, 409
 */
export async function deleteSnapshot(
  { sql, workspace }: RequestContext,
  type: VmType,
  { vm_id, snapshot_set_id: id }: { readonly vm_id: string; readonly snapshot_set_id: string },
) {
  const snapshots = new SnapshotRepository(sql, workspace.id);
  if (await snapshots.delete(type, vm_id, id)) return { status: "deleted" as const, id };
  const standing = await snapshots.standing(type, vm_id, id);
  if (standing === undefined) throw notFound("snapshot");
  throw standing.restore_operation_id === null
    ? beingTaken("snapshot")
    : beingRestored("snapshot", standing.restore_operation_id);
}
