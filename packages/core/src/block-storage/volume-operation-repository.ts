import type { VolumeAction, VolumeOperation, VolumeOperationStatus } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { newId } from "../kernel/identifiers.ts";
import { toTimestamp } from "../kernel/timestamp.ts";

export interface VolumeOperationRow {
  volume_operation_id: string;
  volume_id: string;
  operation: VolumeAction;
  status: VolumeOperationStatus;
  idempotency_key: string | null;
  result: Record<string, unknown> | null;
  error: string | null;
  created_at: Date;
  started_at: Date;
  completed_at: Date | null;
}

const list = statement(
  "volume_operation_list",
  `SELECT volume_operation_id, volume_id, operation::text, status::text, idempotency_key, result, error, created_at, started_at, completed_at
     FROM volume_operation
    WHERE workspace_id = $1::bigint AND volume_id = $2 AND ($3::text IS NULL OR volume_operation_id < $3)
    ORDER BY volume_operation_id DESC LIMIT $4::int`,
);

const record = statement(
  "volume_operation_record",
  `INSERT INTO volume_operation (volume_operation_id, workspace_id, volume_id, operation, status, idempotency_key, result, completed_at)
   VALUES ($1, $2::bigint, $3, $4::volume_action, 'succeeded', $5, $6::jsonb, now())`,
);

/** The histories of one workspace's volumes. */
export class VolumeOperationRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** Newest first, `limit` at most, those older than `after`. */
  list(volumeId: string, after: string | undefined, limit: number): Promise<VolumeOperationRow[]> {
    return this.#sql.query<VolumeOperationRow>(list, [this.#workspaceId, volumeId, after ?? null, limit]);
  }

  /**
   * Records what was done in this same transaction: the simulated site carries it out at once.
   * @returns the operation's id
   */
  async record(done: {
    readonly volumeId: string;
    readonly operation: VolumeAction;
    readonly idempotencyKey: string | undefined;
    readonly result: Readonly<Record<string, unknown>>;
  }): Promise<string> {
    const operationId = newId("volop");
    await this.#sql.query(record, [operationId, this.#workspaceId, done.volumeId, done.operation, done.idempotencyKey ?? null, JSON.stringify(done.result)]);
    return operationId;
  }
}

export function toVolumeOperation(row: VolumeOperationRow): VolumeOperation {
  const { volume_operation_id, result, error, created_at, started_at, completed_at, ...shared } = row;
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
