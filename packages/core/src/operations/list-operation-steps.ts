import { type OperationStatus, type OperationStep, TERMINAL_OPERATION_STATUSES } from "@fulmar/contract";
import { type StepRow, VmOperationRepository } from "../compute/index.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { sagas } from "./sagas.ts";

/** Lists the steps that began with their state, then the remaining steps of the saga. */
export const listOperationSteps: Handler<"operation.steps"> = async (context, { operation_id }) => {
  const operation = await new VmOperationRepository(context.sql, context.workspace.id).steps(operation_id);
  if (operation === undefined) throw notFound("operation");
  return toOperationSteps(operation);
};

export function toOperationSteps(operation: {
  readonly saga: string;
  readonly status: OperationStatus;
  readonly steps: readonly StepRow[];
}): OperationStep[] {
  const ended = TERMINAL_OPERATION_STATUSES.some((status) => status === operation.status);
  const begun = operation.steps.map(toOperationStep);
  const ahead = (sagas.find((saga) => saga.name === operation.saga)?.steps ?? []).filter(({ name }) =>
    begun.every((step) => step.name !== name),
  );
  return [...begun, ...ahead.map(({ name }) => notBegun(name, ended ? "skipped" : "pending"))];
}

function toOperationStep({ name, status, attempt, started_at, finished_at, error }: StepRow): OperationStep {
  return {
    name,
    status,
    attempt,
    started_at: toTimestamp(new Date(started_at)),
    finished_at: finished_at === null ? null : toTimestamp(new Date(finished_at)),
    error,
  };
}

function notBegun(name: string, status: "pending" | "skipped"): OperationStep {
  return { name, status, attempt: 0, started_at: null, finished_at: null, error: null };
}
