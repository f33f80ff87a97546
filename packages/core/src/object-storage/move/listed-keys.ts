import type { CopiedBucket, StoredVersion } from "@fulmar/providers";

/** Some keys with all their versions, each key's oldest first. */
export interface KeyBatch {
  readonly keys: ReadonlyMap<string, readonly StoredVersion[]>;
  /** The last of the keys. Null: there are no others behind. */
  readonly to: string | null;
}

/** Lists a bucket behind a key, in batches that part no key. */
export async function* listedKeys(
  bucket: CopiedBucket,
  after: string | null,
  signal: AbortSignal,
): AsyncGenerator<KeyBatch> {
  let held: StoredVersion[] = [];
  let from: Parameters<CopiedBucket["list"]>[0] = after === null ? undefined : { key: after };
  for (;;) {
    const { versions, next } = await bucket.list(from, signal);
    held.push(...versions);
    const open = next?.key;
    const whole = held.filter(({ key }) => key !== open);
    const to = whole.at(-1)?.key ?? null;
    if (next === undefined || to !== null) {
      const keys = Map.groupBy(whole.toReversed(), ({ key }) => key);
      yield { keys: new Map([...keys].reverse()), to: next === undefined ? null : to };
      held = held.filter(({ key }) => key === open);
    }
    if (next === undefined) return;
    from = next;
  }
}
