import { setTimeout as sleep } from "node:timers/promises";

/** Longer than the tests of a file take. */
const NEEDED_MS = 120_000;
/** The time limit of a hook that waits for such a month. */
export const MONTH_MS = NEEDED_MS + 60_000;

/**
 * The present month, such as 2026-03. In its last minutes this waits for the next one, so that tests see one month
 * only.
 */
export async function monthThatGoesOn(): Promise<string> {
  const now = new Date();
  const left = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime();
  if (left < NEEDED_MS) await sleep(left + 1_000);
  return new Date().toISOString().slice(0, 7);
}
