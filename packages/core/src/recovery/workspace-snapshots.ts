import { statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { contains } from "../query/search.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
import { found } from "../request/domain-error.ts";
import { lockBackupsOf } from "./backups.ts";
import { parseCapture } from "./captured-volumes.ts";
import { outlivedItsVm } from "./recovery-refusals.ts";
import { toSnapshotSet } from "./snapshot-record.ts";
import { deleteSnapshot, SNAPSHOT_COLUMNS, SNAPSHOT_OF_VM } from "./snapshots.ts";

const ofWorkspace = `SELECT ${SNAPSHOT_COLUMNS}, ${SNAPSHOT_OF_VM} FROM snapshot_set s
     JOIN vm v ON v.workspace_id = s.workspace_id AND v.vm_id = s.vm_id
    WHERE s.workspace_id = $workspace_id::bigint AND s.deleted_at IS NULL`;

const list = statement(
  "snapshot_list_all",
  `${ofWorkspace}
      AND s.snapshot_set_id < $after
      AND ($status::capture_status IS NULL OR s.status = $status::capture_status)
      AND ($kept::boolean IS NULL OR (v.deleted_at IS NOT NULL) = $kept::boolean)
      AND ${contains(["s.name", "coalesce(s.description, '')"], "$search")}
    ORDER BY s.snapshot_set_id DESC LIMIT $limit`,
);

const get = statement("snapshot_get_any", `${ofWorkspace} AND s.snapshot_set_id = $snapshot_set_id`);

// While the VM is locked, no deletion of it decides what becomes of its snapshots. A VM that is kept for a while may end
// later.
const mark = statement(
  "snapshot_mark",
  `UPDATE snapshot_set s SET outlives_vm = $outlives_vm::boolean, updated_at = now() FROM vm v
    WHERE s.workspace_id = $workspace_id::bigint AND s.snapshot_set_id = $snapshot_set_id AND s.deleted_at IS NULL
      AND s.outlives_vm <> $outlives_vm::boolean AND v.workspace_id = s.workspace_id AND v.vm_id = s.vm_id
      AND ($outlives_vm::boolean OR v.deleted_at IS NULL OR v.restorable_until IS NOT NULL)
   RETURNING s.snapshot_set_id`,
);

/** Lists the snapshots of all VMs, also of those that were deleted. */
export const listWorkspaceSnapshots: Handler<"workspaceSnapshot.list"> = async (
  { sql, workspace },
  { limit, cursor, status, kept, search },
) => {
  const after = olderThan(cursor, "snap");
  const rows = await sql.query(list, {
    ...{ workspace_id: workspace.id, after, status, kept, search },
    limit: limit + 1,
  });
  return toPage(
    rows,
    limit,
    (row) => row.snapshot_set_id,
    (row) => toSnapshotSet(parseCapture(row), workspace),
  );
};

/** @throws DomainError 404 */
async function readAny({ sql, workspace }: InWorkspace, snapshot_set_id: string) {
  return parseCapture(found(await sql.maybe(get, { workspace_id: workspace.id, snapshot_set_id }), "snapshot"));
}

export const getWorkspaceSnapshot: Handler<"workspaceSnapshot.get"> = async (context, { snapshot_set_id }) =>
  toSnapshotSet(await readAny(context, snapshot_set_id), context.workspace);

/**
 * Says whether a snapshot stays when its VM is deleted.
 * @throws DomainError 404, or 409 for one that has outlived its VM and is to end with it
 */
export const updateSnapshot: Handler<"workspaceSnapshot.update"> = async (
  context,
  { snapshot_set_id, outlives_vm },
) => {
  const { sql, workspace } = context;
  const { vm_id } = await readAny(context, snapshot_set_id);
  await lockBackupsOf(sql, workspace.id, vm_id);
  await sql.query(mark, { workspace_id: workspace.id, snapshot_set_id, outlives_vm });
  const snapshot = await readAny(context, snapshot_set_id);
  if (snapshot.outlives_vm !== outlives_vm) throw outlivedItsVm();
  return toSnapshotSet(snapshot, workspace);
};

export const deleteWorkspaceSnapshot: Handler<"workspaceSnapshot.delete"> = async (context, { snapshot_set_id }) => {
  const { vm_id, vm_type } = await readAny(context, snapshot_set_id);
  return deleteSnapshot(context, vm_type, { vm_id, snapshot_set_id });
};
