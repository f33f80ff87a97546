import { cancelRefusal } from "@fulmar/contract";
import { requestCancel } from "@fulmar/engine";
import type { Handler } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { OperationRepository, toComputeOperation } from "./operation-repository.ts";

/** Asks the worker to undo an operation; one row decides between this and the saga's point of no return. */
export const cancelOperation: Handler<"operation.cancel"> = async (context, { operation_id }) => {
  const granted = await requestCancel(context.sql, context.workspace.id, operation_id);
  const row = await new OperationRepository(context.sql, context.workspace.id).get(operation_id);
  if (row === undefined) throw notFound("operation");
  // What was not granted is not cancellable, whatever it has become since.
  const refusal = granted ? null : cancelRefusal({ status: row.status, cancellable: false });
  if (refusal !== null) throw conflict(refusal.code, refusal.reason);
  return toComputeOperation(row);
};
