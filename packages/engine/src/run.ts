import type { Database } from "@fulmar/prisma";
import type { Logger } from "./logger.ts";
import type { OperationState } from "./operation-state.ts";
import type { Outcome, Saga } from "./saga.ts";

/** An operation that has ended, for metrics. */
export interface OperationEnd {
  readonly saga: string;
  readonly outcome: Outcome;
  /** From its acceptance to its end. */
  readonly seconds: number;
}

/** The shared context of one worker's operations. */
export interface WorkerContext {
  readonly database: Database;
  readonly services: unknown;
  readonly logger: Logger;
  /** Random per process. A restarted worker is a new owner and waits for the leases of its predecessor. */
  readonly owner: string;
  readonly onEnd: ((end: OperationEnd) => void) | undefined;
  /** True while the worker drains: operations are released at their next step. */
  isStopping(): boolean;
  /** Checks for due operations again after this many milliseconds. */
  wakeIn(ms: number): void;
}

/** An operation that a worker runs. */
export interface Run {
  readonly worker: WorkerContext;
  readonly saga: Saga;
  readonly state: OperationState;
  /** Aborted by a cancel request. Ends a `do`, never an `undo`. */
  readonly cancel: AbortController;
  /** Aborted when the worker stops or lost the operation (WorkerStopping, LeaseLost). Ends both. */
  readonly gone: AbortController;
  /** When the lease was last known to be valid, on the monotonic clock. */
  renewedAt: number;
  /** When the step that is being done or undone began; undefined in between. */
  stepBeganAt: number | undefined;
}
