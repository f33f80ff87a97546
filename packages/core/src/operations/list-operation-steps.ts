import { type OperationStatus, type OperationStep, TERMINAL_OPERATION_STATUSES } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { OF_VMS, STEPS, type StepRow } from "../compute/index.ts";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { found } from "../request/domain-error.ts";
import { sagas } from "./sagas.ts";

const steps = statement(
  "operation_steps",
  `SELECT o.saga, o.status::text, ${STEPS} FROM operation o
    WHERE o.workspace_id = $workspace_id::bigint AND o.operation_id = $operation_id AND ${OF_VMS}`,
);

/** Lists the steps that began with their state, then the remaining steps of the saga. */
export const listOperationSteps: Handler<"operation.steps"> = async ({ sql, workspace }, { operation_id }) =>
  toOperationSteps(found(await sql.maybe(steps, { workspace_id: workspace.id, operation_id }), "operation"));

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
