import {
  ComputeOperation,
  cancelRefusal,
  OperationAction,
  type OperationStatus,
  type OperationStepStatus,
  type Page,
  TERMINAL_OPERATION_STATUSES,
  type VmType,
} from "@fulmar/contract";
import { requestCancel } from "@fulmar/engine";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { isAmong } from "../query/search.ts";
import { wireForm } from "../query/wire-form.ts";
import { askUntil } from "../request/ask-until.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
import { conflict, found } from "../request/domain-error.ts";
import { type VmInput, vmNoun } from "./vm-guards.ts";

/** A step in the database's JSON, where timestamps are text. */
export interface StepRow {
  name: string;
  status: Exclude<OperationStepStatus, "pending" | "skipped">;
  attempt: number;
  started_at: string;
  finished_at: string | null;
  error: string | null;
}

/** SQL: why an operation failed, or why it waits when its site is fenced. */
export function errorColumns(operation: string): string {
  return `coalesce(${operation}.error_code,
           CASE WHEN ${operation}.held_at IS NOT NULL AND ${operation}.finished_at IS NULL THEN 'site_fenced' END)
    AS error_code,
  coalesce(${operation}.error_message,
           CASE WHEN ${operation}.finished_at IS NULL THEN ${operation}.hold_reason END) AS error_message`;
}

const columns =
  "operation_id, resource_id AS vm_id, action, status::text, submitted_at, updated_at, current_step, " +
  `${errorColumns("operation")}`;

export const OF_VMS = "resource_type IN ('cloud_vm', 'gpu_vm')";

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
const PAGE = `AND operation_id < $after
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

const vmExists = statement(
  "vm_exists",
  "SELECT FROM vm WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id AND type = $type::vm_type",
);

type VmOperationRow = RowOf<typeof get>;

const shown = wireForm(ComputeOperation);

function toComputeOperation(row: VmOperationRow): ComputeOperation {
  return shown({ ...row, action: OperationAction.parse(row.action) });
}

async function readOperation({ sql, workspace }: InWorkspace, operation_id: string): Promise<VmOperationRow> {
  return found(await sql.maybe(get, { workspace_id: workspace.id, operation_id }), "operation");
}

export const getOperation: Handler<"operation.get"> = async (context, { operation_id, wait }) => {
  const hasEnded = (row: VmOperationRow) => TERMINAL_OPERATION_STATUSES.some((status) => status === row.status);
  const options = { waitSeconds: wait, signal: context.signal };
  return toComputeOperation(await askUntil(() => readOperation(context, operation_id), hasEnded, options));
};

interface OperationFilter {
  readonly limit: number;
  readonly vm_id?: string | undefined;
  readonly status?: readonly OperationStatus[] | undefined;
  readonly action?: readonly OperationAction[] | undefined;
}

/** One index scan. If the filter names a VM, it is that of the VM's operations. */
async function pageOf(
  { sql, workspace }: InWorkspace,
  { limit, vm_id, status, action }: OperationFilter,
  after: string,
): Promise<Page<ComputeOperation>> {
  const values = { workspace_id: workspace.id, after, statuses: status, actions: action, limit: limit + 1 };
  const rows = await (vm_id === undefined ? sql.query(list, values) : sql.query(listOfVm, { ...values, vm_id }));
  return toPage(rows, limit, (row) => row.operation_id, toComputeOperation);
}

export const listOperations: Handler<"operation.list"> = async (context, { cursor, ...filter }) =>
  pageOf(context, filter, olderThan(cursor, "op"));

/** @throws DomainError 404 */
export async function listVmOperations(
  context: InWorkspace,
  type: VmType,
  { cursor, ...filter }: VmInput<"operations">,
): Promise<Page<ComputeOperation>> {
  const after = olderThan(cursor, "op");
  const vm = { workspace_id: context.workspace.id, vm_id: filter.vm_id, type };
  found(await context.sql.maybe(vmExists, vm), vmNoun(type));
  return pageOf(context, filter, after);
}

/** Asks the worker to undo an operation. One row decides between the cancel and the saga's point of no return. */
export const cancelOperation: Handler<"operation.cancel"> = async (context, { operation_id }) => {
  const granted = await requestCancel(context.sql, context.workspace.id, operation_id);
  const row = await readOperation(context, operation_id);
  // A refused cancel is reported as not cancellable, even if the operation has changed since.
  const refusal = granted ? null : cancelRefusal({ status: row.status, cancellable: false });
  if (refusal !== null) throw conflict(refusal.code, refusal.reason);
  return toComputeOperation(row);
};
