import type { StepContext } from "./saga.ts";

/** A step for tests that runs until it is aborted, and then throws the reason. */
export function untilAborted({ signal }: StepContext): Promise<undefined> {
  const { promise, reject } = Promise.withResolvers<undefined>();
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return promise;
}
