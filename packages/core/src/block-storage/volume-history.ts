import { OperationAction, OperationStatus, type VolumeHistoryEntry } from "@fulmar/contract";
import { type RowOf, statement } from "@fulmar/prisma";
import { z } from "zod";
import { olderThan, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { refuseUnknownVolume } from "./volumes.ts";

// Both parts are read in order by their primary keys. Their ids have the same form after the prefix, so one cursor, an
// id of the volume's own history, is a position in both.
const list = statement(
  "volume_history_list",
  `SELECT h.id, h.operation_id, coalesce(h.action, o.action) AS action, coalesce(o.status::text, h.status) AS status,
          coalesce(h.result ->> 'vm_id',
                   CASE WHEN o.resource_type IN ('cloud_vm', 'gpu_vm') THEN o.resource_id END) AS vm_id,
          h.result, coalesce(h.error, o.error_message, CASE WHEN o.finished_at IS NULL THEN o.hold_reason END) AS error,
          coalesce(h.started_at, o.submitted_at) AS started_at, coalesce(h.completed_at, o.finished_at) AS completed_at,
          h.moment
     FROM (
       (SELECT substr(volume_operation_id, 7) AS moment, volume_operation_id AS id, operation_id,
               CASE operation WHEN 'attach' THEN 'attach_volume' WHEN 'detach' THEN 'detach_volume'
                    ELSE operation::text END AS action,
               CASE status WHEN 'in-progress' THEN 'running' ELSE status::text END AS status, result, error, started_at,
               completed_at
          FROM volume_operation
         WHERE workspace_id = $workspace_id::bigint AND volume_id = $volume_id AND volume_operation_id < $after
         ORDER BY volume_operation_id DESC LIMIT $limit::int)
       UNION ALL
       (SELECT substr(operation_id, 4), operation_id, operation_id, NULL, NULL, NULL, NULL, NULL, NULL
          FROM operation_volume
         WHERE workspace_id = $workspace_id::bigint AND volume_id = $volume_id
           AND operation_id < 'op_' || substr($after, 7) AND $vms::boolean
         ORDER BY operation_id DESC LIMIT $limit::int)
       ORDER BY moment DESC LIMIT $limit::int
     ) h LEFT JOIN operation o ON o.operation_id = h.operation_id AND o.workspace_id = $workspace_id::bigint
    ORDER BY h.moment DESC`,
  { present: ["action", "status", "started_at"] },
);

const Result = z.record(z.string(), z.unknown()).nullable();

/** Lists all that happened to a volume, newest first. Operations of VMs are left out for those who may not see them. */
export const listVolumeHistory: Handler<"volume.history"> = async (context, { volume_id, limit, cursor }) => {
  const { sql, workspace, caller } = context;
  await refuseUnknownVolume(context, volume_id);
  const after = olderThan(cursor, "volop");
  const vms = caller.scopes.has("vm.read");
  const rows = await sql.query(list, { workspace_id: workspace.id, volume_id, after, limit: limit + 1, vms });
  return toPage(rows, limit, ({ moment }) => `volop_${moment}`, toEntry);
};

function toEntry({ moment, ...row }: RowOf<typeof list>): VolumeHistoryEntry {
  return {
    ...row,
    action: OperationAction.parse(row.action),
    status: OperationStatus.parse(row.status),
    result: Result.parse(row.result),
    started_at: toTimestamp(row.started_at),
    completed_at: toTimestamp(row.completed_at),
  };
}
