import { setTimeout as sleep } from "node:timers/promises";

/** The intervals at which a request looks whether a worker is done. The last one repeats. */
export const LOOKS_MS = [10, 10, 20, 20, 50, 100] as const;

/** Looks until `isDone`, for so long at most. The caller's change stands in either case. */
export async function lookUntil(isDone: () => Promise<boolean>, withinMs: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + withinMs;
  for (let step = 0; performance.now() < until && !signal.aborted; step++) {
    if (await isDone()) return;
    await sleep(LOOKS_MS[Math.min(step, LOOKS_MS.length - 1)]);
  }
}
