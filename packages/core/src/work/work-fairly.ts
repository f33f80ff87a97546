import { setTimeout as pause } from "node:timers/promises";
import type { FairRoom, TenantWork } from "./fair-share.ts";
import { FairSlots } from "./fair-slots.ts";
import { throwAll } from "./work-through.ts";

/** How soon what becomes due is seen while other work is under way. */
const LOOK_MS = 500;

/** A queue of all tenants. */
export interface TenantQueue<Item extends TenantWork> {
  /** Reads what is due, without what is excluded by its key. */
  next(room: FairRoom, excluded: readonly string[]): Promise<readonly Item[]>;
  keyOf(item: Item): string;
  /** Remembers how work is called from now on. */
  call(item: Item, slow: boolean): Promise<void>;
}

/**
 * Works on due items until none is due, in slots that organizations share: what becomes due meanwhile does not wait for
 * what is under way. The work must make its item due later or never.
 * @param work returns false if it may take long
 * @throws AggregateError when work threw: those items are still due, and the next run tries again
 */
export async function workFairly<Item extends TenantWork>(
  queue: TenantQueue<Item>,
  work: (item: Item) => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  const errors: unknown[] = [];
  const failed: string[] = [];
  const slots = new FairSlots<Item>({
    claim: (room, underWay) => queue.next(room, [...failed, ...underWay.map(queue.keyOf)]),
    work,
    call: (item, slow) => queue.call(item, slow),
    onError(error, item) {
      errors.push(error);
      failed.push(queue.keyOf(item));
    },
  });
  const looked = new AbortController();
  const stopped = AbortSignal.any([signal, looked.signal]);
  try {
    while (!signal.aborted) {
      // Work that ended while the queue was read was excluded from it, and may be due again.
      const before = { underWay: slots.size, begun: slots.begun };
      await slots.fill();
      if (slots.size === 0 && before.underWay === 0 && slots.begun === before.begun) break;
      if (slots.size === 0) continue;
      const look = pause(LOOK_MS, undefined, { signal: stopped }).catch(() => undefined);
      await Promise.race([slots.oneEnded(), look]);
    }
  } finally {
    looked.abort();
    await slots.close();
  }
  signal.throwIfAborted();
  throwAll(errors);
}
