/** The number of failed attempts after which a step's error is final. */
export const MAX_ATTEMPTS = 10;

const BASE_MS = 200;
const DO_CAP_MS = 30_000;
const UNDO_CAP_MS = 60_000;

/**
 * The delay after the given failed attempt (1, 2, …) of a step: doubling, with half of it random, so that retries
 * spread out.
 */
export function retryDelayMs(attempt: number): number {
  return jittered(Math.min(BASE_MS * 2 ** (attempt - 1), DO_CAP_MS));
}

/** The same for undos, which are retried forever, at least once a minute. */
export function undoDelayMs(attempt: number): number {
  return jittered(Math.min(BASE_MS * 2 ** (attempt - 1), UNDO_CAP_MS));
}

function jittered(ms: number): number {
  return ms / 2 + Math.random() * (ms / 2);
}
