/**
 * Whether this page hears of changes as they happen; `lost` is when it did and does not any more, or cannot from the
 * beginning.
 */
export type Liveness = "starting" | "live" | "lost";

let liveness: Liveness = "starting";
const listeners = new Set<() => void>();

export const currentLiveness = () => liveness;

/** @returns how to stop listening */
export function onLiveness(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setLiveness(next: Liveness) {
  if (next === liveness) return;
  liveness = next;
  for (const listener of listeners) listener();
}

/**
 * How often a page asks again that shows when something was used last, in milliseconds, while somebody looks at it.
 * Uses are not announced as changes are: a token in use is written every two seconds, and announcing that would cost
 * every reader of every workspace, where asking costs one statement for each page that is open on it.
 */
export const USES_EVERY_MS = 4_000;

/**
 * How often a page asks again by itself, in milliseconds. While it hears of changes as they happen, now and then, in
 * case; otherwise at once while something changes.
 */
export function refreshEvery(changing: boolean): number {
  if (liveness === "live") return changing ? 10_000 : 60_000;
  return changing ? 1_000 : 10_000;
}
