import { compensate } from "./compensate.ts";
import { doSteps } from "./do-steps.ts";
import type { Run } from "./run.ts";
import { settle } from "./settle.ts";
import { undoSteps } from "./undo-steps.ts";

/**
 * Continues an operation from its recorded state until it ends or is released.
 * @throws LeaseLost when another worker has it; a database error when nothing could be written
 */
export async function runOperation(run: Run): Promise<void> {
  const { state } = run;
  if (state.status === "accepted") {
    // It was cancelled before it ever ran, so there is nothing to undo.
    await settle(run, "cancelled", []);
    return;
  }
  if (state.status === "compensating") return undoSteps(run);
  if (state.cancelRequested) return compensate(run, "cancelled", null, []);
  return doSteps(run);
}
