import type { ComputeOperation, OperationAction, OperationStatus } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { toTimestamp } from "../kernel/timestamp.ts";

export interface OperationRow {
  operation_id: string;
  vm_id: string;
  action: OperationAction;
  status: OperationStatus;
  submitted_at: Date;
  updated_at: Date;
  current_step: string | null;
  error_code: string | null;
  error_message: string | null;
}

const get = statement(
  "operation_get",
  `SELECT operation_id, vm_id, action, status::text, submitted_at, updated_at, current_step, error_code, error_message
     FROM operation WHERE operation_id = $2 AND workspace_id = $1::bigint`,
);

/** The asynchronous operations of one workspace. */
export class OperationRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  async get(operationId: string): Promise<OperationRow | undefined> {
    const [row] = await this.#sql.query<OperationRow>(get, [this.#workspaceId, operationId]);
    return row;
  }
}

export function toComputeOperation(row: OperationRow): ComputeOperation {
  return { ...row, submitted_at: toTimestamp(row.submitted_at), updated_at: toTimestamp(row.updated_at) };
}
