import { type VolumeAction, VolumeOperation } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { VolumeRepository } from "./volumes.ts";

interface VolumeOperationEnd {
  readonly volumeId: string;
  readonly volumeOperationId: string;
  readonly error: string | null;
  readonly result: Readonly<Record<string, unknown>>;
}

const list = statement(
  "volume_operation_list",
  `SELECT volume_operation_id, volume_id, operation::text, status::text, idempotency_key, result, created_at,
          started_at, completed_at,
          coalesce(error, CASE WHEN completed_at IS NULL THEN (SELECT o.hold_reason FROM operation o
                    WHERE o.operation_id = v.operation_id AND o.workspace_id = v.workspace_id
                      AND o.finished_at IS NULL) END) AS error
     FROM volume_operation v
    WHERE workspace_id = $workspace_id::bigint AND volume_id = $volume_id
      AND ($after::text IS NULL OR volume_operation_id < $after)
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

type VolumeOperationRow = RowOf<typeof list>;

const Result = VolumeOperation.shape.result.unwrap().nullable();

/** The histories of the volumes of one workspace. */
export class VolumeOperationRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** Returns at most `limit` entries, newest first, older than `after`. */
  list(volumeId: string, after: string | undefined, limit: number): Promise<VolumeOperationRow[]> {
    return this.#sql.query(list, { workspace_id: this.#workspaceId, volume_id: volumeId, after: after ?? null, limit });
  }

  /**
   * Records a change that this transaction makes without a worker.
   * @returns the operation's id
   */
  async record(done: {
    readonly volumeId: string;
    readonly operation: VolumeAction;
    readonly idempotencyKey: string | undefined;
    readonly result: Readonly<Record<string, unknown>>;
  }): Promise<string> {
    const operationId = newId("volop");
    await this.#sql.query(record, {
      volume_operation_id: operationId,
      workspace_id: this.#workspaceId,
      volume_id: done.volumeId,
      operation: done.operation,
      idempotency_key: done.idempotencyKey ?? null,
      result: JSON.stringify(done.result),
    });
    return operationId;
  }

  /** Records that volumes were detached from a deleted VM. */
  async recordDetached(volumeIds: readonly string[], vmId: string): Promise<void> {
    const ids = volumeIds.map(() => newId("volop"));
    await this.#sql.query(recordDetached, {
      workspace_id: this.#workspaceId,
      volume_operation_ids: ids,
      volume_ids: volumeIds,
      result: JSON.stringify({ vm_id: vmId }),
    });
  }

  /** Ends an entry with an error message or a result. */
  async end({ volumeId, volumeOperationId, error, result }: VolumeOperationEnd): Promise<void> {
    const succeeded = error === null ? JSON.stringify(result) : null;
    await this.#sql.query(end, {
      workspace_id: this.#workspaceId,
      volume_id: volumeId,
      volume_operation_id: volumeOperationId,
      error,
      result: succeeded,
    });
  }
}

function toVolumeOperation(row: VolumeOperationRow): VolumeOperation {
  const { volume_operation_id, result: stored, error, created_at, started_at, completed_at, ...shared } = row;
  const result = Result.parse(stored);
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
  const { sql, workspace } = context;
  if (!(await new VolumeRepository(sql, workspace.id).existed(volume_id))) throw notFound("volume");
  const rows = await new VolumeOperationRepository(sql, workspace.id).list(
    volume_id,
    decodeCursor(cursor, "volop"),
    limit + 1,
  );
  return toPage(rows, limit, (row) => row.volume_operation_id, toVolumeOperation);
};
