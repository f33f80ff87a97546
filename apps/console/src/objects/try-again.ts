import { problemOf } from "@/client/problem.ts";
import { UploadError } from "./put-file.ts";

/** How long is waited before each further attempt. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 20_000];
/** No answer, an expired permission (a new one is asked for), a slow or busy server. */
const PASSING_STATUS = new Set([0, 403, 408, 429, 500, 502, 503, 504]);
const PASSING_KINDS = new Set(["unavailable", "rate_limited", "internal"]);

/**
 * Does something that may fail for a while, as when a connection is lost, until it succeeds or has failed too often.
 * The wait ends early when the browser is online again.
 * @throws what the last attempt threw, and the signal's reason when it is aborted
 */
export async function tryAgain<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!mayPass(error)) throw error;
    }
    await wait(pause, signal);
  }
  return work();
}

function mayPass(error: unknown): boolean {
  return error instanceof UploadError ? PASSING_STATUS.has(error.status) : PASSING_KINDS.has(problemOf(error).kind);
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      window.clearTimeout(timer);
      window.removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = window.setTimeout(end, ms);
    window.addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
