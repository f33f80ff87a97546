import { LeaseLost } from "./lease.ts";
import type { StepRecord } from "./operation-state.ts";
import type { Run } from "./run.ts";
import type { Failure, Outcome } from "./saga.ts";
import { move } from "./transition.ts";
import { undoSteps } from "./undo-steps.ts";

/** Starts the compensation. Stores the reason first, so that any later worker ends the operation in the same way. */
export async function compensate(
  run: Run,
  outcome: Exclude<Outcome, "succeeded">,
  failure: Failure | null,
  steps: readonly StepRecord[],
): Promise<void> {
  const { state, worker } = run;
  state.status = "compensating";
  state.outcome = outcome;
  state.failure = failure;
  const result = await move(worker.database.sql, worker.owner, state, { steps });
  if (result !== "moved") throw new LeaseLost(state.operationId);
  return undoSteps(run);
}
