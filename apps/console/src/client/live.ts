/** Whether this page receives the change stream. `lost` means that the stream broke off or could not be opened. */
export type Liveness = "starting" | "live" | "lost";

let liveness: Liveness = "starting";
const listeners = new Set<() => void>();

export const currentLiveness = () => liveness;

/** @returns unsubscribes the listener */
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
 * The polling interval, in milliseconds, of pages that show a last use, while they are visible. Uses are not announced
 * on the change stream: a token in use is written every two seconds, and announcing that would burden every reader of
 * the workspace, while polling costs one statement per open page.
 */
export const USES_EVERY_MS = 4_000;

/**
 * The polling interval of a page, in milliseconds. With a live change stream the page polls rarely, as a safeguard.
 * Otherwise it polls often while something changes.
 */
export function refreshEvery(changing: boolean): number {
  if (liveness === "live") return changing ? 10_000 : 60_000;
  return changing ? 1_000 : 10_000;
}
