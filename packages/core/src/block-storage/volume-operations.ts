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
  `SELECT volume_operation_id, volume_id, operation::text, status::text, idempotency_key, result, created_at, started_at, completed_at,
          coalesce(error, CASE WHEN completed_at IS NULL THEN (SELECT o.hold_reason FROM operation o
                    WHERE o.operation_id = v.operation_id AND o.workspace_id = v.workspace_id AND o.finished_at IS NULL) END) AS error
     FROM volume_operation v
    WHERE workspace_id = $1::bigint AND volume_id = $2 AND ($3::text IS NULL OR volume_operation_id < $3)
    ORDER BY volume_operation_id DESC LIMIT $4::int`,
);

const record = statement(
  "volume_operation_record",
  `INSERT INTO volume_operation (volume_operation_id, workspace_id, volume_id, operation, status, idempotency_key, result, completed_at)
   VALUES ($1, $2::bigint, $3, $4::volume_action, 'succeeded', $5, $6::jsonb, now())`,
);

const end = statement(
  "volume_operation_end",
  `UPDATE volume_operation SET status = CASE WHEN $4::text IS NULL THEN 'succeeded' ELSE 'failed' END::volume_operation_status,
          error = $4, result = $5::jsonb, completed_at = now()
    WHERE workspace_id = $1::bigint AND volume_id = $2 AND volume_operation_id = $3 AND completed_at IS NULL`,
);

const recordDetached = statement(
  "volume_operation_record_detached",
  `INSERT INTO volume_operation (volume_operation_id, workspace_id, volume_id, operation, status, result, completed_at)
   SELECT done.id, $1::bigint, done.volume_id, 'detach', 'succeeded', $4::jsonb, now() FROM unnest($2::text[], $3::text[]) AS done (id, volume_id)`,
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
    return this.#sql.query(list, [this.#workspaceId, volumeId, after ?? null, limit]);
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
    await this.#sql.query(record, [
      operationId,
      this.#workspaceId,
      done.volumeId,
      done.operation,
      done.idempotencyKey ?? null,
      JSON.stringify(done.result),
    ]);
    return operationId;
  }

  /** Records that volumes were detached from a deleted VM. */
  async recordDetached(volumeIds: readonly string[], vmId: string): Promise<void> {
    const ids = volumeIds.map(() => newId("volop"));
    await this.#sql.query(recordDetached, [this.#workspaceId, ids, volumeIds, JSON.stringify({ vm_id: vmId })]);
  }

  /** Ends an entry with an error message or a result. */
  async end({ volumeId, volumeOperationId, error, result }: VolumeOperationEnd): Promise<void> {
    const succeeded = error === null ? JSON.stringify(result) : null;
    await this.#sql.query(end, [this.#workspaceId, volumeId, volumeOperationId, error, succeeded]);
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
