import { TransientError } from "./failure.ts";

/** The reasons for which the engine aborts a step's signal. LeaseLost is the fourth. */
export class CancelRequested extends Error {
  override readonly name = "CancelRequested";
}

export class DeadlinePassed extends Error {
  override readonly name = "DeadlinePassed";
}

export class WorkerStopping extends Error {
  override readonly name = "WorkerStopping";
}

/** An attempt took too long. The next one may be faster. */
export class StepTimedOut extends TransientError {
  override readonly name = "StepTimedOut";
  readonly code = "step_timed_out";
  readonly outward = true;
  constructor(step: string, timeoutMs: number) {
    super(`The step ${step} did not finish within ${timeoutMs / 1000} seconds; try again.`);
  }
}
