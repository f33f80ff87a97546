import { TERMINAL_OPERATION_STATUSES } from "@fulmar/contract";
import { askUntil } from "../request/ask-until.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { OperationRepository, type OperationRow, toComputeOperation } from "./operation-repository.ts";

/** With `wait`, the answer is held until the operation has ended. */
export const getOperation: Handler<"operation.get"> = async ({ sql, workspace, signal }, { operation_id, wait }) => {
  const operations = new OperationRepository(sql, workspace.id);
  const ask = async () => {
    const row = await operations.get(operation_id);
    if (row === undefined) throw notFound("operation");
    return row;
  };
  return toComputeOperation(await askUntil(ask, hasEnded, { waitSeconds: wait, signal }));
};

function hasEnded(row: OperationRow): boolean {
  return TERMINAL_OPERATION_STATUSES.some((status) => status === row.status);
}
