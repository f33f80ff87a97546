import { ENDED_STATUSES } from "./api/operations.ts";
import type { Operation, OperationStep } from "./api/schemas.ts";
import { FulmarOperationError } from "./errors.ts";
import { pause } from "./pause.ts";
import type { CallOptions } from "./transport.ts";

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called for each step that has begun, ended or changed otherwise, in their order. */
  readonly onStep?: ((step: OperationStep) => void) | undefined;
}

/** An answer that names an asynchronous operation. */
export interface Waitable {
  /**
   * Waits until the operation has ended.
   * @returns its record, if it has succeeded
   * @throws FulmarOperationError if it has failed, was cancelled or has timed out
   */
  wait(options?: WaitOptions): Promise<Operation>;
}

/** The operations of the API that waiting takes. */
interface Operations {
  readonly get: (input: { operation_id: string; wait: number }, options: CallOptions) => Promise<Operation>;
  readonly steps: (input: { operation_id: string }, options: CallOptions) => Promise<readonly OperationStep[]>;
}

/** The API answers as soon as the operation has ended. Steps are asked for in between. */
const WAIT_SECONDS = 60;
const STEP_SECONDS = 1;
/** Between two requests, because a server that is about to stop answers at once. */
const PAUSE_MS = 250;

export async function waitFor(
  operations: Operations,
  operation_id: string,
  call: CallOptions,
  { signal, onStep }: WaitOptions = {},
): Promise<Operation> {
  const options = { ...call, signal };
  const known = new Map<string, string>();
  for (;;) {
    const wait = onStep === undefined ? WAIT_SECONDS : STEP_SECONDS;
    const operation = await operations.get({ operation_id, wait }, options);
    if (onStep !== undefined) {
      for (const step of await operations.steps({ operation_id }, options)) {
        const state = `${step.status} ${step.attempt}`;
        if (step.status !== "pending" && known.get(step.name) !== state) onStep(step);
        known.set(step.name, state);
      }
    }
    if (operation.status === "succeeded") return operation;
    if (ENDED_STATUSES.some((status) => status === operation.status)) throw new FulmarOperationError(operation);
    await pause(PAUSE_MS, signal);
  }
}
