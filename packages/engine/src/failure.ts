import type { Failure } from "./saga.ts";

/** An error that may pass by itself: the step is tried again. Any error with `retryable: true` counts as one. */
export class TransientError extends Error {
  readonly retryable = true;
}

const INTERNAL: Failure = {
  code: "internal",
  message: "The operation failed because of an internal error; try again, and contact support if it fails again.",
};
const CODE = /^[a-z][a-z0-9_]*$/;

/** Whether trying again can help. */
export function isRetryable(error: unknown): boolean {
  return property(error, "retryable") === true;
}

/**
 * What the user learns of an error. The message goes out only if the error says that it is meant for outside
 * (`outward: true`, or a ProviderError); everything else is a general sentence, and the cause belongs in the log.
 */
export function outwardFailure(error: unknown): Failure {
  const code = property(error, "code");
  const message = property(error, "message");
  const outward = property(error, "outward") === true || property(error, "name") === "ProviderError";
  return {
    code: typeof code === "string" && CODE.test(code) ? code : INTERNAL.code,
    message: outward && typeof message === "string" && message !== "" ? message : INTERNAL.message,
  };
}

/** What is kept with the step and shown beside it: the same sentence that the user gets. */
export function outwardMessage(error: unknown): string {
  return outwardFailure(error).message;
}

export const TIMED_OUT: Failure = {
  code: "timed_out",
  message: "The operation did not finish in time and was undone; try again.",
};

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
