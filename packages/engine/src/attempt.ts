import type { Logger } from "./logger.ts";

/** How long an aborted step may take to end before the engine abandons it. */
const ABANDON_MS = 3_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Limit {
  readonly ms: number;
  readonly reason: () => Error;
}

/**
 * Runs one attempt of a step under a signal that the given signals and limits abort. Waits for its end even then, so
 * that nothing else works on the same resource meanwhile. Only a step that ignores its signal for 3 seconds is
 * abandoned.
 * @throws the step's own error, or the abort's reason when the signal ended it
 */
export async function attempt<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  { signals, limits, logger }: { signals: readonly AbortSignal[]; limits: readonly Limit[]; logger: Logger },
): Promise<Result> {
  const limit = new AbortController();
  const timers = limits.map(({ ms, reason }) =>
    setTimeout(() => limit.abort(reason()), Math.min(Math.max(ms, 0), LONGEST_TIMER_MS)),
  );
  const signal = AbortSignal.any([...signals, limit.signal]);
  const abandoned = Promise.withResolvers<never>();
  const onAbort = () => {
    timers.push(setTimeout(() => abandoned.reject(signal.reason), ABANDON_MS));
  };
  signal.addEventListener("abort", onAbort, { once: true });
  abandoned.promise.catch(() =>
    logger.warn({ err: signal.reason }, "a step ignored its abort signal and was left behind"),
  );
  try {
    signal.throwIfAborted();
    return await Promise.race([work(signal), abandoned.promise]);
  } catch (error) {
    if (!signal.aborted || error === signal.reason) throw error;
    logger.info({ err: error }, "the aborted step ended with an error of its own");
    throw signal.reason;
  } finally {
    signal.removeEventListener("abort", onAbort);
    for (const timer of timers) clearTimeout(timer);
  }
}
