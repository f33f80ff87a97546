/** The default number of items that are worked on concurrently. */
const AT_ONCE = 8;

/**
 * Works on due items, batch after batch, until none is due. The work must make its item due later or never. The other
 * items of a batch are worked on even if one throws.
 * @param atOnce how many items are worked on concurrently
 * @throws AggregateError after a batch in which work threw: those items are still due, and the next run tries again
 */
export async function workThrough<Item>(
  next: () => Promise<readonly Item[]>,
  work: (item: Item) => Promise<void>,
  signal: AbortSignal,
  atOnce = AT_ONCE,
): Promise<void> {
  for (let items = await next(); items.length > 0; items = await next())
    throwAll(await workOn(items, work, signal, atOnce));
}

/**
 * Works on all items, even if some throw.
 * @returns the errors
 * @throws the signal's reason when it is aborted
 */
export async function workOn<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  signal: AbortSignal,
  atOnce = AT_ONCE,
): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) {
      if (signal.aborted) return;
      try {
        await work(item);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  signal.throwIfAborted();
  return errors;
}

/** @throws AggregateError unless there are no errors. Its message, the reconciler's last error, quotes the first */
export function throwAll(errors: readonly unknown[]): void {
  if (errors.length === 0) return;
  const count = errors.length === 1 ? "One item" : `${errors.length} items`;
  throw new AggregateError(
    errors,
    `${count} could not be worked on and will be tried again; the first failed with ${String(errors[0])}`,
  );
}
