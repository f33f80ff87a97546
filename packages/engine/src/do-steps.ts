import { watched } from "@fulmar/tracing";
import { attempt } from "./attempt.ts";
import { MAX_ATTEMPTS, retryDelayMs } from "./backoff.ts";
import { compensate } from "./compensate.ts";
import { isRetryable, outwardFailure, TIMED_OUT } from "./failure.ts";
import { CancelRequested, DeadlinePassed, StepTimedOut, WorkerStopping } from "./interruption.ts";
import { LEASE_MS, LeaseLost } from "./lease.ts";
import { operationContext, type StepRecord } from "./operation-state.ts";
import type { Run } from "./run.ts";
import { DEFAULT_STEP_TIMEOUT_MS, type Step, type StepResult } from "./saga.ts";
import { settle } from "./settle.ts";
import { StepDisplay } from "./step-display.ts";
import { type Move, type MoveResult, move } from "./transition.ts";

/**
 * Runs the saga's steps, starting at the first that has not succeeded. The end of a step is one write with the
 * beginning of the next that is recorded before it begins.
 */
export async function doSteps(run: Run): Promise<void> {
  const { saga, state, worker } = run;
  let ended: readonly StepRecord[] = [];
  /** Of the last step. What it shows is written before anything is that comes after it. */
  let display: StepDisplay | undefined;
  for (const [position, step] of saga.steps.entries()) {
    const before = state.steps.get(step.name);
    if (before?.status === "succeeded") continue;
    if (worker.isStopping()) return release(run, { steps: ended, releaseForMs: 0 }, display);
    if (deadlinePassed(run)) return compensate(run, "timed_out", TIMED_OUT, ended);
    if (run.cancel.signal.aborted) return compensate(run, "cancelled", null, ended);

    const record = begin(position, step, before);
    state.status = "running";
    state.currentStep = step.name;
    const recordsLater = isRecordedLater(run, step, ended);
    if (!recordsLater) {
      const change = { steps: [...ended, record], pointOfNoReturn: step.pointOfNoReturn === true };
      const started = await write(run, change, display);
      if (started === "lost") throw new LeaseLost(state.operationId);
      if (started === "cancel_requested") return compensate(run, "cancelled", null, ended);
      ended = [];
    }

    const shown = before?.status === "waiting" || before?.status === "failed";
    display = new StepDisplay(run, step, { ended, shown });
    let result: StepResult;
    try {
      run.stepBeganAt = performance.now();
      if (recordsLater || step.begun !== undefined) display.showSoon(record);
      result = await perform(run, step, record);
    } catch (error) {
      await display.close();
      return failed(run, display, record, error);
    } finally {
      run.stepBeganAt = undefined;
    }
    await display.close();
    const output = result.output ?? record.output;
    if (result.waitMs !== undefined) {
      state.status = "waiting";
      // Only consecutive failures count: a wait of hours may see more of them than an attempt of seconds.
      const waiting: StepRecord = { ...record, status: "waiting", attempt: 1, output, error: null };
      return release(run, { steps: [...display.unwritten, waiting], releaseForMs: result.waitMs }, display);
    }
    const done: StepRecord = { ...record, status: "succeeded", output, error: null, endedAt: performance.now() };
    ended = [...display.unwritten, done];
    state.steps.set(step.name, done);
  }
  if (ended.length === 0 && deadlinePassed(run)) return compensate(run, "timed_out", TIMED_OUT, []);
  return (await settle(run, "succeeded", ended)) === "cancel_requested"
    ? compensate(run, "cancelled", null, ended)
    : undefined;
}

/**
 * Whether the step may begin before that is recorded. An output must be known before it is used, and a worker that was
 * suspended must first find out whether the operation is still its own.
 */
function isRecordedLater(run: Run, step: Step, ended: readonly StepRecord[]): boolean {
  return (
    step.recordedLater === true &&
    ended.every(({ output }) => output === null) &&
    performance.now() - run.renewedAt < LEASE_MS / 2
  );
}

/**
 * A retry (the step is `failed`) counts as a new attempt. A repetition after a crash does not. A wait resets the count.
 */
function begin(position: number, step: Step, before: StepRecord | undefined): StepRecord {
  const attempts = before === undefined ? 1 : before.attempt + (before.status === "failed" ? 1 : 0);
  return {
    position,
    name: step.name,
    status: "running",
    attempt: attempts,
    output: before?.output ?? null,
    error: before?.error ?? null,
    beganAt: performance.now(),
  };
}

async function perform(run: Run, step: Step, record: StepRecord): Promise<StepResult> {
  const { state, worker } = run;
  const timeoutMs = step.timeoutMs ?? DEFAULT_STEP_TIMEOUT_MS;
  const context = { ...operationContext(state), attempt: record.attempt, services: worker.services };
  const attributes = { "fulmar.attempt": record.attempt };
  const stepDone = (signal: AbortSignal) =>
    watched({ kind: "step", name: step.name, attributes }, async () => step.do({ ...context, signal }));
  const result = await attempt(stepDone, {
    signals: [run.gone.signal, run.cancel.signal],
    limits: [
      { ms: timeoutMs, reason: () => new StepTimedOut(step.name, timeoutMs) },
      { ms: state.deadlineAt - performance.now(), reason: () => new DeadlinePassed() },
    ],
    logger: worker.logger,
  });
  return result ?? {};
}

async function failed(run: Run, display: StepDisplay, record: StepRecord, error: unknown): Promise<void> {
  if (error instanceof LeaseLost) throw error;
  const { state, worker } = run;
  const before = display.unwritten;
  if (error instanceof WorkerStopping) return release(run, { steps: [...before, record], releaseForMs: 0 }, display);
  const failure = outwardFailure(error);
  const ended: StepRecord = { ...record, status: "failed", error: failure.message, endedAt: performance.now() };
  if (error instanceof CancelRequested)
    return compensate(run, "cancelled", null, [...before, { ...ended, error: "The operation was cancelled." }]);
  if (error instanceof DeadlinePassed)
    return compensate(run, "timed_out", TIMED_OUT, [...before, { ...ended, error: TIMED_OUT.message }]);

  const fields = {
    operation_id: state.operationId,
    saga: state.saga,
    step: record.name,
    attempt: record.attempt,
    err: error,
  };
  if (isRetryable(error) && record.attempt < MAX_ATTEMPTS) {
    worker.logger.warn(fields, "a step failed and will be tried again");
    state.status = "waiting";
    return release(run, { steps: [...before, ended], releaseForMs: retryDelayMs(record.attempt) }, display);
  }
  worker.logger.error(fields, "a step failed; the operation is undone");
  return compensate(run, "failed", failure, [...before, ended]);
}

/** Writes a change of the operation, with what a step shows. */
function write(run: Run, change: Move, display?: StepDisplay): Promise<MoveResult> {
  const { state, worker } = run;
  return display?.write(change) ?? move(worker.database.sql, worker.owner, state, change);
}

/** Releases the operation for a while, unless a cancel came first. What the step shows is written with it. */
async function release(
  run: Run,
  change: Move & { readonly releaseForMs: number },
  display?: StepDisplay,
): Promise<void> {
  const { state, worker } = run;
  const result = await write(run, change, display);
  if (result === "lost") throw new LeaseLost(state.operationId);
  if (result === "cancel_requested") return compensate(run, "cancelled", null, change.steps);
  worker.wakeIn(Math.min(change.releaseForMs, state.deadlineAt - performance.now()));
}

function deadlinePassed(run: Run): boolean {
  return run.state.deadlineAt <= performance.now();
}
