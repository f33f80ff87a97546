import { watched } from "@fulmar/tracing";
import { attempt } from "./attempt.ts";
import { undoDelayMs } from "./backoff.ts";
import { outwardMessage } from "./failure.ts";
import { StepTimedOut, WorkerStopping } from "./interruption.ts";
import { LeaseLost } from "./lease.ts";
import { operationContext, type StepRecord } from "./operation-state.ts";
import type { Run } from "./run.ts";
import { DEFAULT_STEP_TIMEOUT_MS, type Step } from "./saga.ts";
import { settle } from "./settle.ts";
import { type Move, move } from "./transition.ts";

/** Undoes the steps that began, last first, and ends the operation. A failed undo is retried until it succeeds. */
export async function undoSteps(run: Run): Promise<void> {
  const { saga, state, worker } = run;
  let undone: StepRecord[] = [];
  for (const step of saga.steps.toReversed()) {
    const before = state.steps.get(step.name);
    if (before === undefined || before.status === "undone" || step.undo === undefined) continue;
    if (worker.isStopping()) return write(run, { steps: undone, releaseForMs: 0 });

    const record = begin(before);
    await write(run, { steps: [...undone, record] });
    try {
      run.stepBeganAt = performance.now();
      await perform(run, step, record);
    } catch (error) {
      return failed(run, record, error);
    } finally {
      run.stepBeganAt = undefined;
    }
    undone = [
      { ...record, status: "undone", error: state.currentStep === step.name ? (state.failure?.message ?? null) : null },
    ];
  }
  await settle(run, state.outcome ?? "failed", undone);
}

/** Attempts of the undo have their own count. An undo that a crash interrupted is the same attempt. */
function begin(before: StepRecord): StepRecord {
  return before.status === "undoing" ? before : { ...before, status: "undoing", attempt: 1 };
}

async function perform(run: Run, step: Step, record: StepRecord): Promise<void> {
  const { state, worker } = run;
  const timeoutMs = step.timeoutMs ?? DEFAULT_STEP_TIMEOUT_MS;
  await attempt(
    (signal) =>
      watched({ kind: "undo", name: step.name, attributes: { "fulmar.attempt": record.attempt } }, async () =>
        step.undo?.({ ...operationContext(state), attempt: record.attempt, services: worker.services, signal }),
      ),
    {
      signals: [run.gone.signal],
      limits: [{ ms: timeoutMs, reason: () => new StepTimedOut(step.name, timeoutMs) }],
      logger: worker.logger,
    },
  );
}

async function failed(run: Run, record: StepRecord, error: unknown): Promise<void> {
  if (error instanceof LeaseLost) throw error;
  if (error instanceof WorkerStopping) return write(run, { steps: [record], releaseForMs: 0 });
  const { state, worker } = run;
  worker.logger.error(
    { operation_id: state.operationId, saga: state.saga, step: record.name, attempt: record.attempt, err: error },
    "undoing a step failed and will be tried again",
  );
  const next: StepRecord = { ...record, attempt: record.attempt + 1, error: outwardMessage(error) };
  return write(run, { steps: [next], releaseForMs: undoDelayMs(record.attempt) });
}

async function write(run: Run, change: Move): Promise<void> {
  const { state, worker } = run;
  const result = await move(worker.database.sql, worker.owner, state, change);
  if (result !== "moved") throw new LeaseLost(state.operationId);
  if (change.releaseForMs !== undefined) worker.wakeIn(change.releaseForMs);
}
