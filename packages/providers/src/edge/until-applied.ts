import { setTimeout as pause } from "node:timers/promises";
import { ProviderError } from "../ports/provider-error.ts";

/** An edge that has not reported for this long is not waited for. It applies what it has missed when it is back. */
export const AWAY = "interval '15 seconds'";
const PATIENCE_MS = 10_000;
/** The intervals at which a change looks whether the edges have applied it. The last one repeats. */
const LOOKS_MS = [20, 30, 50, 100, 250];

/** A connected edge, and what became of a document there. */
interface EdgeProgress {
  readonly applied: boolean | null;
  /** Why the edge cannot apply it; null if it can. */
  readonly message: string | null;
}

/**
 * Waits until all connected edges serve a document.
 * @param edges reads their progress
 * @throws ProviderError when one cannot apply it, none is connected, or it takes too long; all retryable
 */
export async function untilApplied(edges: () => Promise<readonly EdgeProgress[]>, signal: AbortSignal): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (let look = 0; ; look++) {
    const now = await edges();
    const failed = now.find(({ message }) => message !== null);
    if (failed?.message) throw new ProviderError("edge_refused", failed.message, { retryable: true });
    if (now.length === 0)
      throw new ProviderError(
        "edge_unavailable",
        "No edge is connected that serves it; the change is applied as soon as one is.",
        { retryable: true },
      );
    if (now.every(({ applied }) => applied)) return;
    if (performance.now() > until)
      throw new ProviderError("edge_slow", "The edges are still applying the change.", { retryable: true });
    await pause(LOOKS_MS[Math.min(look, LOOKS_MS.length - 1)], undefined, { signal });
  }
}
