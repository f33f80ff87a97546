/** How often a step is tried before its error counts as final. */
export const MAX_ATTEMPTS = 10;

const BASE_MS = 200;
const DO_CAP_MS = 30_000;
const UNDO_CAP_MS = 60_000;

/**
 * Pause after the given failed attempt (1, 2, …) of a step: doubling, the second half of it at random, so that retries
 * spread out.
 */
export function retryDelayMs(attempt: number): number {
  return jittered(Math.min(BASE_MS * 2 ** (attempt - 1), DO_CAP_MS));
}

/** The same for undoing, which is never given up: at most a minute passes between two attempts. */
export function undoDelayMs(attempt: number): number {
  return jittered(Math.min(BASE_MS * 2 ** (attempt - 1), UNDO_CAP_MS));
}

function jittered(ms: number): number {
  return ms / 2 + Math.random() * (ms / 2);
}
