import { type VolumeAction, VolumeOperation } from "@fulmar/contract";
import type { SettleContext } from "@fulmar/engine";
import { type RowOf, type Sql, statement, type Transaction } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler, InWorkspace, RequestContext } from "../request/context.ts";
import { newId } from "../request/identifiers.ts";
import type { VolumeSagaInput } from "./accept-volume-change.ts";
import { refuseUnknownVolume } from "./volumes.ts";

const list = statement(
  "volume_operation_list",
  `SELECT volume_operation_id, volume_id, operation::text, status::text, idempotency_key, result, created_at,
          started_at, completed_at,
          coalesce(error, CASE WHEN completed_at IS NULL THEN (SELECT o.hold_reason FROM operation o
                    WHERE o.operation_id = v.operation_id AND o.workspace_id = v.workspace_id
                      AND o.finished_at IS NULL) END) AS error
     FROM volume_operation v
    WHERE workspace_id = $workspace_id::bigint AND volume_id = $volume_id
      AND volume_operation_id < $after
    ORDER BY volume_operation_id DESC LIMIT $limit::int`,
);

const record = statement(
  "volume_operation_record",
  `INSERT INTO volume_operation (volume_operation_id, workspace_id, volume_id, operation, status, idempotency_key,
                                 result, completed_at)
   VALUES ($volume_operation_id, $workspace_id::bigint, $volume_id, $operation::volume_action, 'succeeded',
           $idempotency_key, $result::jsonb, now())`,
);

const end = statement(
  "volume_operation_end",
  `UPDATE volume_operation SET status = CASE WHEN $error::text IS NULL THEN 'succeeded'
                                             ELSE 'failed' END::volume_operation_status,
          error = $error, result = $result::jsonb, completed_at = now()
    WHERE workspace_id = $workspace_id::bigint AND volume_id = $volume_id AND volume_operation_id = $volume_operation_id
      AND completed_at IS NULL`,
);

const recordDetached = statement(
  "volume_operation_record_detached",
  `INSERT INTO volume_operation (volume_operation_id, workspace_id, volume_id, operation, status, result, completed_at)
   SELECT done.id, $workspace_id::bigint, done.volume_id, 'detach', 'succeeded', $result::jsonb, now()
     FROM unnest($volume_operation_ids::text[], $volume_ids::text[]) AS done (id, volume_id)`,
);

type Result = Readonly<Record<string, unknown>>;
const StoredResult = VolumeOperation.shape.result.unwrap().nullable();

/**
 * Records a change that this transaction makes without a worker.
 * @returns the operation's id
 */
export async function recordVolumeOperation(
  { sql, workspace, idempotencyKey }: InWorkspace & Pick<RequestContext, "idempotencyKey">,
  done: { readonly volume_id: string; readonly operation: VolumeAction; readonly result: Result },
): Promise<string> {
  const volume_operation_id = newId("volop");
  await sql.query(record, {
    volume_operation_id,
    workspace_id: workspace.id,
    volume_id: done.volume_id,
    operation: done.operation,
    idempotency_key: idempotencyKey,
    result: JSON.stringify(done.result),
  });
  return volume_operation_id;
}

/** Records that volumes were detached from a deleted VM. */
export async function recordDetachedVolumes(
  sql: Sql,
  workspace_id: bigint,
  volume_ids: readonly string[],
  vm_id: string,
): Promise<void> {
  const volume_operation_ids = volume_ids.map(() => newId("volop"));
  await sql.query(recordDetached, {
    workspace_id,
    volume_operation_ids,
    volume_ids,
    result: JSON.stringify({ vm_id }),
  });
}

/** Ends the entry of an operation: with the result when it succeeded, otherwise with the reason. */
export async function endVolumeOperation(
  { sql }: Pick<Transaction, "sql">,
  context: SettleContext<VolumeSagaInput>,
  result: Result,
): Promise<void> {
  const error = failureOf(context);
  const { volume_id, volume_operation_id } = context.input;
  await sql.query(end, {
    workspace_id: context.workspaceId,
    volume_id,
    volume_operation_id,
    error,
    result: error === null ? JSON.stringify(result) : null,
  });
}

/** Returns why an operation failed, in a sentence; null when it succeeded. */
export function failureOf({ outcome, failure }: SettleContext): string | null {
  if (outcome === "succeeded") return null;
  return failure?.message ?? "The operation was cancelled.";
}

function toVolumeOperation(row: RowOf<typeof list>): VolumeOperation {
  const { volume_operation_id, result: stored, error, created_at, started_at, completed_at, ...shared } = row;
  const result = StoredResult.parse(stored);
  return {
    id: volume_operation_id,
    ...shared,
    ...(result !== null && { result }),
    ...(error !== null && { error }),
    created_at: toTimestamp(created_at),
    started_at: toTimestamp(started_at),
    completed_at: toTimestamp(completed_at),
  };
}

/**
 * Lists the history of a volume. Deleted volumes are included, so that the operation id of a deletion can be looked up.
 */
export const listVolumeOperations: Handler<"volume.operations"> = async (context, { volume_id, limit, cursor }) => {
  await refuseUnknownVolume(context, volume_id);
  const rows = await context.sql.query(list, {
    workspace_id: context.workspace.id,
    volume_id,
    after: olderThan(cursor, "volop"),
    limit: limit + 1,
  });
  return toPage(rows, limit, (row) => row.volume_operation_id, toVolumeOperation);
};
