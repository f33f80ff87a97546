/** Whether this page hears of changes as they happen; `lost` is when it did and does not any more, or cannot from the beginning. */
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
 * How often a page asks again by itself, in milliseconds. While it hears of changes as they happen, now and then, in case; otherwise at
 * once while something changes.
 */
export function refreshEvery(changing: boolean): number {
  if (liveness === "live") return changing ? 10_000 : 60_000;
  return changing ? 1_000 : 10_000;
}
