import type { Transaction } from "@fulmar/prisma";

/** How an operation ends. */
export type Outcome = "succeeded" | "failed" | "cancelled" | "timed_out";

/** A failure as the user sees it: a code in snake_case and one sentence. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** The facts about an operation that every part of its saga gets. */
export interface SagaContext<Input = unknown> {
  readonly operationId: string;
  readonly workspaceId: bigint;
  /** The resource that the operation changes (`resource_id` of the operation). */
  readonly resourceId: string;
  readonly resourceType: string;
  /** As the accepting transaction wrote it. */
  readonly input: Input;
  /** The outputs of the steps so far, by step name. A step that waited or is undone finds its own output here too. */
  readonly outputs: Readonly<Record<string, unknown>>;
}

export interface StepContext<Services = unknown, Input = unknown> extends SagaContext<Input> {
  /** 1 for the first try and after each wait. A retry counts up, a repetition after a crash does not. */
  readonly attempt: number;
  /** Aborted on the step's time-out, the operation's deadline, a cancel or a lost lease. Throw or return soon then. */
  readonly signal: AbortSignal;
  readonly services: Services;
}

/**
 * The output is stored with the step. With `waitMs`, the same step's `do` is called again after that many milliseconds.
 */
export interface StepResult {
  readonly output?: JsonValue;
  readonly waitMs?: number;
}

/**
 * One step of a saga. `do` and `undo` are idempotent: after a crash the last one is called again, and `undo` may follow
 * a `do` that never ran, ran in part, or ran twice.
 */
export interface Step<Services = unknown, Input = unknown> {
  /** kebab-case, as listed by `/operations/{id}/steps`. */
  readonly name: string;
  /** Time limit of one attempt of `do` or `undo`, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** Cancels are refused from the beginning of this step. */
  readonly pointOfNoReturn?: true;
  /**
   * The beginning of the step is recorded with its end and the next step's, or once it has taken 50 ms, instead of
   * before it. Then a crash may repeat it after the steps that follow it. Only for a step without `undo`, because what
   * may have to be undone must be known.
   */
  readonly recordedLater?: true;
  /**
   * Writes what others see while the step runs, such as the resource's state: when the step waits, is retried, or has
   * taken 50 ms, or before the next step is recorded. So it is skipped for a quick step whose end is recorded with the
   * operation's, and may run again after a crash.
   */
  begun?(transaction: Transaction, context: SagaContext<Input>): Promise<void>;
  do(context: StepContext<Services, Input>): Promise<StepResult | undefined> | Promise<void>;
  undo?(context: StepContext<Services, Input>): Promise<void>;
}

export interface SettleContext<Input = unknown> extends SagaContext<Input> {
  readonly outcome: Outcome;
  /** Why it failed. Null when it succeeded or was cancelled. */
  readonly failure: Failure | null;
}

/**
 * The implementation of an asynchronous operation: its steps in order, and `settle` after they were done or undone.
 * Operations in flight are stored by step name: to change the order of steps, give the saga a new name.
 */
export interface Saga<Services = unknown, Input = unknown> {
  readonly name: string;
  /**
   * How long an operation may take from its acceptance. The accepting transaction sets `deadline_at` from it. Default
   * 600,000.
   */
  readonly timeoutMs?: number;
  readonly steps: readonly Step<Services, Input>[];
  /**
   * Runs in the transaction that ends the operation, so that the resource's last state and the operation's end are one
   * commit.
   */
  settle?(transaction: Transaction, context: SettleContext<Input>): Promise<void>;
}

export const DEFAULT_STEP_TIMEOUT_MS = 30_000;
export const DEFAULT_SAGA_TIMEOUT_MS = 600_000;

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Validates a saga at start, not with its first operation.
 * @throws Error when a name is not kebab-case, two steps share a name, there is no step, or a step that must be known
 * before it
 * begins is recorded later
 */
export function defineSaga<Services, Input>(saga: Saga<Services, Input>): Saga<Services, Input> {
  const names = saga.steps.map((step) => step.name);
  for (const name of [saga.name, ...names]) {
    if (!NAME.test(name)) throw new Error(`Saga ${saga.name}: "${name}" must be kebab-case.`);
  }
  if (names.length === 0) throw new Error(`Saga ${saga.name} needs at least one step.`);
  if (new Set(names).size < names.length) throw new Error(`Saga ${saga.name} has two steps of one name.`);
  for (const step of saga.steps) {
    if (step.recordedLater && (step.undo !== undefined || step.pointOfNoReturn))
      throw new Error(`Saga ${saga.name}: ${step.name} must be recorded before it begins.`);
  }
  return saga;
}

/**
 * The result of a step whose provider is still busy. The operation is `waiting`, the worker is free, and `do` is called
 * again after `ms`.
 */
export function waitFor(ms: number, output?: JsonValue): StepResult {
  return output === undefined ? { waitMs: ms } : { waitMs: ms, output };
}

/** The output of a step: any value that survives JSON unchanged. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
