import type { AppRouter, Problem } from "@fulmar/trpc";
import { TRPCClientError } from "@trpc/client";

/** What a failed call says, in the domain's words; a call that got no answer gets words here. */
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

/** Its data is what the router's error formatter wrote (`packages/trpc/src/errors.ts`); it has none without an answer. */
function isRefusal(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof TRPCClientError;
}
