import type { LxdSite } from "../lxd-site.ts";

const tails = new WeakMap<LxdSite["client"], Promise<unknown>>();

/**
 * Does the network's work of a site one after another. The server changes the rules of its packet filter without a lock
 * of its own: of two changes at once, one can meet a chain that the other is just replacing, and fails. What another
 * process does at the same moment still can; such a failure may pass, and is tried again.
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
  // Whoever comes next waits for the end of this, and hears of it nothing else.
  tails.set(
    client,
    mine.then(
      () => undefined,
      () => undefined,
    ),
  );
  return mine;
}
