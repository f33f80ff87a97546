/** How long callers wait for the same answer before it is asked for again. */
const SHARED_MS = 10_000;

/**
 * Returns the last answer for a while. Callers that come while one is fetched share it. A failure is not kept.
 */
export function kept<Answer>(fetch: () => Promise<Answer>, keptMs: number): () => Promise<Answer> {
  let last: { readonly answer: Promise<Answer>; until: number } | undefined;
  return () => {
    const now = performance.now();
    if (last === undefined || now >= last.until) {
      const next = { answer: fetch(), until: now + SHARED_MS };
      last = next;
      next.answer.then(
        () => {
          next.until = performance.now() + keptMs;
        },
        () => {
          if (last === next) last = undefined;
        },
      );
    }
    return last.answer;
  };
}
