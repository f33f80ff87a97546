import { setTimeout as sleep } from "node:timers/promises";

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/**
 * Polls with growing pauses, without a connection in between, until the expected answer arrives, the time is up or the
 * caller has disconnected.
 * @returns the last answer
 */
export async function askUntil<Answer>(
  ask: () => Promise<Answer>,
  isThere: (answer: Answer) => boolean,
  { waitSeconds, signal }: { readonly waitSeconds: number; readonly signal: AbortSignal },
): Promise<Answer> {
  const until = Date.now() + waitSeconds * 1000;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    const answer = await ask();
    const leftMs = until - Date.now();
    if (isThere(answer) || leftMs <= 0 || signal.aborted) return answer;
    await pause(Math.min(pauseMs, leftMs), signal);
    if (signal.aborted) return answer;
  }
}

/** Ends early when the signal aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
