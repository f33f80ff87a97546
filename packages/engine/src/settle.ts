import type { Transaction } from "@fulmar/prisma";
import { LeaseLost } from "./lease.ts";
import { operationContext, type StepRecord } from "./operation-state.ts";
import type { Run } from "./run.ts";
import type { Outcome } from "./saga.ts";
import { finish, type MoveResult, move } from "./transition.ts";

/** The delay before a failed settle is retried. */
const RETRY_MS = 500;

/**
 * Ends the operation and, in the same transaction, settles its resource. If `settle` throws, nothing changes and it is
 * retried: an operation must not end while its resource is still in a transitional state.
 */
export async function settle(
  run: Run,
  outcome: Outcome,
  steps: readonly StepRecord[],
): Promise<Exclude<MoveResult, "lost">> {
  const { state, worker } = run;
  const fields = { operation_id: state.operationId, saga: state.saga, outcome };
  let result: MoveResult;
  try {
    result = await end(run, outcome, steps);
    if (result === "moved") ended(run, outcome);
  } catch (error) {
    worker.logger.error({ ...fields, err: error }, "ending an operation failed and will be tried again");
    result = await move(worker.database.sql, worker.owner, state, { steps, releaseForMs: RETRY_MS });
    worker.wakeIn(RETRY_MS);
  }
  if (result === "lost") throw new LeaseLost(state.operationId);
  return result;
}

function ended({ state, worker }: Run, outcome: Outcome): void {
  worker.logger.info({ operation_id: state.operationId, saga: state.saga, outcome }, "an operation ended");
  worker.onEnd?.({ saga: state.saga, outcome, seconds: (performance.now() - state.acceptedAt) / 1000 });
}

async function end(run: Run, outcome: Outcome, steps: readonly StepRecord[]): Promise<MoveResult> {
  const { saga, state, worker } = run;
  if (saga.settle === undefined) return finish(worker.database, worker.owner, state, outcome, steps);
  return worker.database.transaction(async (transaction: Transaction) => {
    const result = await finish(transaction, worker.owner, state, outcome, steps);
    if (result !== "moved") return result;
    for (const step of steps) state.steps.set(step.name, step);
    await saga.settle?.(transaction, { ...operationContext(state), outcome, failure: state.failure });
    return result;
  });
}
