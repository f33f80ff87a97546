import type { Problem } from "@fulmar/trpc";
import { CallError } from "./call.ts";

/** What a failed call says, in the domain's words; a call that got no answer gets words here. */
export function problemOf(error: unknown): Problem {
  if (error instanceof CallError && error.data !== undefined) return error.data;
  return {
    kind: "unavailable",
    detail: "The console's server did not answer; check the connection and try again.",
    code: "no_answer",
    errors: undefined,
    blockers: undefined,
    requestId: undefined,
  };
}
