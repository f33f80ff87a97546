import {
  type ComputeOperation,
  cancelRefusal,
  OperationAction,
  type OperationStatus,
  type OperationStepStatus,
  type Page,
  TERMINAL_OPERATION_STATUSES,
  type VmType,
} from "@fulmar/contract";
import { requestCancel } from "@fulmar/engine";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import { isAmong } from "../query/search.ts";
import { toTimestamp } from "../query/timestamp.ts";
import { askUntil } from "../request/ask-until.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { vmNoun } from "./vm-guards.ts";
import { VmRepository } from "./vms.ts";

/** A step in the database's JSON, where timestamps are text. */
export interface StepRow {
  name: string;
  status: Exclude<OperationStepStatus, "pending" | "skipped">;
  attempt: number;
  started_at: string;
  finished_at: string | null;
  error: string | null;
}

interface OperationFilter {
  readonly vm_id?: string | undefined;
  readonly status?: readonly OperationStatus[] | undefined;
  readonly action?: readonly OperationAction[] | undefined;
}

/** SQL: why an operation failed, or why it waits when its site is fenced. */
export function errorColumns(operation: string): string {
  return `coalesce(${operation}.error_code, CASE WHEN ${operation}.held_at IS NOT NULL AND ${operation}.finished_at IS NULL THEN 'site_fenced' END) AS error_code,
  coalesce(${operation}.error_message, CASE WHEN ${operation}.finished_at IS NULL THEN ${operation}.hold_reason END) AS error_message`;
}

const columns = `operation_id, resource_id AS vm_id, action, status::text, submitted_at, updated_at, current_step, ${errorColumns("operation")}`;

const OF_VMS = "resource_type IN ('cloud_vm', 'gpu_vm')";

/** SQL: the steps of an operation `o` that began, in order, as JSON. */
export const STEPS = `coalesce((SELECT jsonb_agg(jsonb_build_object(
                       'name', s.name, 'status', s.status, 'attempt', s.attempt,
                       'started_at', s.started_at, 'finished_at', s.finished_at, 'error', s.error) ORDER BY s.position)
                      FROM operation_step s WHERE s.operation_id = o.operation_id), '[]') AS steps`;

const get = lookup(
  "operation_get",
  `SELECT ${columns} FROM operation
    WHERE operation_id = $operation_id AND workspace_id = $workspace_id::bigint AND ${OF_VMS}`,
);

/** SQL: one page of operations after a cursor, newest first, narrowed by the given filters. */
const PAGE = `AND ($after::text IS NULL OR operation_id < $after)
      AND ${isAmong("status", "$statuses")}
      AND ${isAmong("action", "$actions")}
    ORDER BY operation_id DESC LIMIT $limit`;

const list = statement(
  "operation_list",
  `SELECT ${columns} FROM operation
    WHERE workspace_id = $workspace_id::bigint AND ${OF_VMS}
      ${PAGE}`,
);
const listOfVm = statement(
  "operation_list_of_vm",
  `SELECT ${columns} FROM operation
    WHERE workspace_id = $workspace_id::bigint AND resource_id = $vm_id AND ${OF_VMS}
      ${PAGE}`,
);

const steps = statement(
  "operation_steps",
  `SELECT o.saga, o.status::text, ${STEPS} FROM operation o
    WHERE o.workspace_id = $workspace_id::bigint AND o.operation_id = $operation_id AND ${OF_VMS}`,
);

type VmOperationRow = RowOf<typeof get>;

/** The asynchronous operations of the VMs of one workspace. */
export class VmOperationRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  async get(operationId: string): Promise<VmOperationRow | undefined> {
    const [row] = await this.#sql.query(get, { workspace_id: this.#workspaceId, operation_id: operationId });
    return row;
  }

  /**
   * Returns at most `limit` operations, newest first, older than `after`, in one index scan. If the filter names a VM,
   * the scan uses the VM's operations.
   */
  list(
    { vm_id, status, action }: OperationFilter,
    after: string | undefined,
    limit: number,
  ): Promise<VmOperationRow[]> {
    const values = {
      workspace_id: this.#workspaceId,
      after: after ?? null,
      statuses: status ?? null,
      actions: action ?? null,
      limit,
    };
    return vm_id === undefined ? this.#sql.query(list, values) : this.#sql.query(listOfVm, { ...values, vm_id });
  }

  /** Returns the steps of an operation that began, in order. */
  async steps(operationId: string): Promise<{ saga: string; status: OperationStatus; steps: StepRow[] } | undefined> {
    const [row] = await this.#sql.query(steps, { workspace_id: this.#workspaceId, operation_id: operationId });
    return row;
  }
}

function toComputeOperation(row: VmOperationRow): ComputeOperation {
  return {
    ...row,
    action: OperationAction.parse(row.action),
    submitted_at: toTimestamp(row.submitted_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

/** Returns an operation. With `wait`, the answer waits until the operation has ended. */
export const getOperation: Handler<"operation.get"> = async ({ sql, workspace, signal }, { operation_id, wait }) => {
  const operations = new VmOperationRepository(sql, workspace.id);
  const ask = async () => {
    const row = await operations.get(operation_id);
    if (row === undefined) throw notFound("operation");
    return row;
  };
  return toComputeOperation(await askUntil(ask, hasEnded, { waitSeconds: wait, signal }));
};

function hasEnded(row: VmOperationRow): boolean {
  return TERMINAL_OPERATION_STATUSES.some((status) => status === row.status);
}

export const listOperations: Handler<"operation.list"> = async (context, { limit, cursor, ...filter }) => {
  const rows = await new VmOperationRepository(context.sql, context.workspace.id).list(
    filter,
    decodeCursor(cursor, "op"),
    limit + 1,
  );
  return toPage(rows, limit, (row) => row.operation_id, toComputeOperation);
};

interface HistoryQuery {
  readonly vm_id: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: readonly OperationStatus[] | undefined;
  readonly action?: readonly OperationAction[] | undefined;
}

/** Lists the operations of one VM, newest first. @throws DomainError 404 */
export async function listVmOperations(
  context: RequestContext,
  type: VmType,
  { limit, cursor, ...filter }: HistoryQuery,
): Promise<Page<ComputeOperation>> {
  const after = decodeCursor(cursor, "op");
  if (!(await new VmRepository(context.sql, context.workspace.id).exists(type, filter.vm_id)))
    throw notFound(vmNoun(type));
  const rows = await new VmOperationRepository(context.sql, context.workspace.id).list(filter, after, limit + 1);
  return toPage(rows, limit, (row) => row.operation_id, toComputeOperation);
}

/** Asks the worker to undo an operation. One row decides between the cancel and the saga's point of no return. */
export const cancelOperation: Handler<"operation.cancel"> = async (context, { operation_id }) => {
  const granted = await requestCancel(context.sql, context.workspace.id, operation_id);
  const row = await new VmOperationRepository(context.sql, context.workspace.id).get(operation_id);
  if (row === undefined) throw notFound("operation");
  // A refused cancel is reported as not cancellable, even if the operation has changed since.
  const refusal = granted ? null : cancelRefusal({ status: row.status, cancellable: false });
  if (refusal !== null) throw conflict(refusal.code, refusal.reason);
  return toComputeOperation(row);
};
