import { TERMINAL_OPERATION_STATUSES } from "@fulmar/contract";
import { requestCancel } from "@fulmar/engine";
import type { Handler } from "../kernel/context.ts";
import { conflict, notFound } from "../kernel/domain-error.ts";
import { OperationRepository, type OperationRow, toComputeOperation } from "./operation-repository.ts";

/** Asks the worker to undo an operation; one row decides between this and the saga's point of no return. */
export const cancelOperation: Handler<"operation.cancel"> = async (context, { operation_id }) => {
  const granted = await requestCancel(context.sql, context.workspace.id, operation_id);
  const row = await new OperationRepository(context.sql, context.workspace.id).get(operation_id);
  if (row === undefined) throw notFound("operation");
  if (!granted) throw refusal(row);
  return toComputeOperation(row);
};

function refusal({ status }: OperationRow) {
  if (TERMINAL_OPERATION_STATUSES.some((terminal) => terminal === status))
    return conflict("operation_ended", "The operation has ended already; there is nothing to cancel.");
  if (status === "compensating") return conflict("operation_compensating", "The operation is being undone already; wait until it has ended.");
  return conflict("operation_not_cancellable", "The operation is past its point of no return; wait until it has ended.");
}
