import type { AppRouter, Problem } from "@fulmar/trpc";
import { TRPCClientError } from "@trpc/client";

/** The problem of a failed call, in the domain's words. Calls without an answer get words here. */
export function problemOf(error: unknown): Problem {
  if (isRefusal(error) && error.data) return error.data;
  return {
    kind: "unavailable",
    detail: "The console's server did not answer; check the connection and try again.",
    code: "no_answer",
    errors: undefined,
    blockers: undefined,
    requestId: undefined,
  };
}

/**
 * The data comes from the router's error formatter (`packages/trpc/src/errors.ts`). It is absent if there was no
 * answer.
 */
function isRefusal(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof TRPCClientError;
}
