import { ActivityRecord, OperationAction, OperationResource, type Scope } from "@fulmar/contract";
import { type RowOf, statement } from "@fulmar/prisma";
import { errorColumns } from "../compute/index.ts";
import { sagas } from "../operations/index.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";

const LISTED = 50;
const FAILED_LISTED = 10;

const columns = `o.operation_id, o.resource_type, o.resource_id, o.action, o.status::text, o.current_step, o.saga,
                 ${errorColumns("o")}, o.submitted_at, o.finished_at,
  CASE WHEN o.resource_type = 'volume'
         THEN (SELECT v.name FROM volume v WHERE v.workspace_id = o.workspace_id AND v.volume_id = o.resource_id)
       ELSE (SELECT v.name FROM vm v
              WHERE v.workspace_id = o.workspace_id AND v.vm_id = o.resource_id) END AS resource_name,
  (SELECT count(*)::int FROM operation_step s
    WHERE s.operation_id = o.operation_id AND s.status = 'succeeded') AS steps_done`;

// A workspace has few running operations, and operation_due_idx finds them. Failed operations have an index of their
// own.
const list = statement(
  "activity_list",
  `WITH running AS MATERIALIZED (
     SELECT operation_id FROM operation
      WHERE workspace_id = $workspace_id::bigint AND finished_at IS NULL AND resource_type = ANY ($resource_types)
   )
   (SELECT ${columns}, (SELECT count(*)::int FROM running) AS running_count FROM operation o
     WHERE o.operation_id IN (SELECT operation_id FROM running ORDER BY operation_id DESC LIMIT ${LISTED})
     ORDER BY o.operation_id DESC)
   UNION ALL
   (SELECT ${columns}, 0 FROM operation o
     WHERE o.workspace_id = $workspace_id::bigint AND o.status IN ('failed', 'timed_out')
       AND o.finished_at > now() - interval '1 day' AND o.resource_type = ANY ($resource_types)
     ORDER BY o.finished_at DESC, o.operation_id DESC LIMIT ${FAILED_LISTED})`,
);

const ended = statement(
  "activity_ended",
  `SELECT ${columns} FROM operation o
    WHERE o.operation_id = ANY ($operation_ids) AND o.workspace_id = $workspace_id::bigint AND o.finished_at IS NOT NULL
      AND o.resource_type = ANY ($resource_types)
    ORDER BY o.finished_at, o.operation_id`,
);

const shown = wireForm(ActivityRecord);

/** The running operations of the workspace and those that failed in the last day. */
export const listActivity: Handler<"activity.list"> = async ({ sql, workspace, caller }) => {
  const rows = await sql.query(list, { workspace_id: workspace.id, resource_types: visibleTypes(caller.scopes) });
  const records = rows.map(toRecord);
  return {
    running_count: Math.max(0, ...rows.map(({ running_count }) => running_count)),
    running: records.filter(({ finished_at }) => finished_at === null),
    failed: records.filter(({ finished_at }) => finished_at !== null),
  };
};

/** Those of the operations that have ended, in the order in which they ended. */
export const listEnded: Handler<"activity.ended"> = async ({ sql, workspace, caller }, { operation_ids }) => {
  const rows = await sql.query(ended, {
    workspace_id: workspace.id,
    resource_types: visibleTypes(caller.scopes),
    operation_ids,
  });
  return rows.map(toRecord);
};

function visibleTypes(scopes: ReadonlySet<Scope>): string[] {
  return [
    ...(scopes.has("vm.read") ? ["cloud_vm", "gpu_vm"] : []),
    ...(scopes.has("block-storage.read") ? ["volume"] : []),
  ];
}

function toRecord(row: RowOf<typeof ended> | RowOf<typeof list>): ActivityRecord {
  return shown({
    ...row,
    resource_type: OperationResource.parse(row.resource_type),
    action: OperationAction.parse(row.action),
    steps_total: sagas.find(({ name }) => name === row.saga)?.steps.length ?? row.steps_done,
  });
}
