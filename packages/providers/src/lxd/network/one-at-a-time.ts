import type { LxdSite } from "../lxd-site.ts";

const tails = new WeakMap<LxdSite["client"], Promise<unknown>>();

/**
 * Serializes the network changes of a site within this process. The server does not lock its packet filter: a change
 * can fail because another is just replacing a chain. Another process can still cause this, but such a failure is
 * retryable.
 */
export async function oneAtATime<Result>(
  { client }: Pick<LxdSite, "client">,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = tails.get(client) ?? Promise.resolve();
  const mine = before.then(() => {
    signal.throwIfAborted();
    return work();
  });
  // The next caller waits for this to end and ignores its result.
  tails.set(
    client,
    mine.then(
      () => undefined,
      () => undefined,
    ),
  );
  return mine;
}
