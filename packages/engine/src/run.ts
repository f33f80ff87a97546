import type { Database } from "@fulmar/prisma";
import type { Logger } from "./logger.ts";
import type { OperationState } from "./operation-state.ts";
import type { Saga } from "./saga.ts";

/** What all operations of one worker share. */
export interface WorkerContext {
  readonly database: Database;
  readonly services: unknown;
  readonly logger: Logger;
  /**
   * Random per process: a restarted worker is another one, and waits for the leases of its predecessor like everybody
   * else.
   */
  readonly owner: string;
  /** True once the worker drains: operations are released at their next step. */
  isStopping(): boolean;
  /** Looks for due operations again after so many milliseconds. */
  wakeIn(ms: number): void;
}

/** One operation in the hands of a worker. */
export interface Run {
  readonly worker: WorkerContext;
  readonly saga: Saga;
  readonly state: OperationState;
  /** Aborted when somebody asks to cancel; ends a `do`, never an `undo`. */
  readonly cancel: AbortController;
  /** Aborted when the worker may or can no longer work on it (LeaseLost, WorkerStopping); ends both. */
  readonly gone: AbortController;
  /** When the lease was last known to hold, on the monotonic clock. */
  renewedAt: number;
}
