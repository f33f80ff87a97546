import type { Failure } from "./saga.ts";

/** A temporary error: the step is retried. Any error with `retryable: true` counts as one. */
export class TransientError extends Error {
  readonly retryable = true;
}

const INTERNAL: Failure = {
  code: "internal",
  message: "The operation failed because of an internal error; try again, and contact support if it fails again.",
};
const CODE = /^[a-z][a-z0-9_]*$/;

/** Whether a retry may help. */
export function isRetryable(error: unknown): boolean {
  return property(error, "retryable") === true;
}

/**
 * The failure that the user sees. It has the error's message only if the error is marked as public (`outward: true`, or
 * a ProviderError). Otherwise it has a general sentence, and the cause is only logged.
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

/** The message that is stored and shown with the step, the same that the user sees. */
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
