import { type CopiedBucket, ProviderError, type StoredVersion } from "@fulmar/providers";
import { workOn } from "../../work/work-through.ts";
import { type CopiedRow, type CopiedVersions, type NewCopy, sourceOf } from "./copied-versions.ts";
import { type KeyBatch, listedKeys } from "./listed-keys.ts";
import type { MoveRow, Progress } from "./move-row.ts";

/** Keys that are copied at the same time. Versions of one key are copied one after the other. */
const AT_ONCE = 16;

/** The parts that a pass works with. */
export interface Copying {
  readonly source: CopiedBucket;
  readonly target: CopiedBucket;
  readonly copied: CopiedVersions;
  readonly row: MoveRow;
  /** Whether versions of a key stand beside each other. Otherwise a copy replaces the one before. */
  readonly hasVersions: boolean;
}

export interface PassOutcome {
  readonly changed: number;
  /** A key with a version that was listed and was not there any more. The next pass sees what became of it. */
  readonly missed: string | undefined;
}

/**
 * Brings the target to what the source has now: copies what is new and removes what is gone there.
 * @param position the last key that this pass has done already
 * @param isOver asked between batches: the pass goes on another time
 * @returns undefined if it has not come to its end
 * @throws the first error, after the other keys of its batch were worked on
 */
export async function copyPass(
  copying: Copying,
  position: string | null,
  isOver: () => boolean,
  signal: AbortSignal,
): Promise<PassOutcome | undefined> {
  const { source, copied, row } = copying;
  let from = position;
  let missed: string | undefined;
  for await (const batch of listedKeys(source, from, signal)) {
    const rows = Map.groupBy(await copied.between(from, batch.to), ({ key }) => key);
    const brought = await bringBatch(copying, batch, rows, signal);
    missed ??= brought.missed;
    const isGivenUp = await row.advance(batch.to, brought);
    if (batch.to === null) break;
    from = batch.to;
    if (isGivenUp || isOver()) return undefined;
  }
  return { changed: await row.endPass(), missed };
}

async function bringBatch(
  { source, target, copied, hasVersions }: Copying,
  { keys }: KeyBatch,
  rows: ReadonlyMap<string, readonly CopiedRow[]>,
  signal: AbortSignal,
): Promise<Progress & Pick<PassOutcome, "missed">> {
  const copies: NewCopy[] = [];
  const gone: CopiedRow[] = [];
  let missed: string | undefined;
  const bring = async (key: string) => {
    const versions = keys.get(key) ?? [];
    const there = new Set(versions.map(sourceOf));
    const known = rows.get(key) ?? [];
    const old = known.filter((row) => !there.has(row.source));
    const has = new Set(known.map((row) => row.source));
    const missing = versions.filter((version) => !has.has(sourceOf(version)));
    for (const row of old) {
      // A copy replaces it.
      if (hasVersions || missing.length === 0) await target.remove(key, row.target_version, signal);
      gone.push(row);
    }
    for (const version of missing) {
      const copy = await inWords(version, target.copyFrom(source, version, signal));
      if (copy === undefined) missed = key;
      else copies.push({ version, copy });
    }
  };
  const errors = await workOn([...new Set([...rows.keys(), ...keys.keys()])], bring, signal, AT_ONCE).finally(
    async () => {
      await copied.forget(gone);
      await copied.add(copies);
    },
  );
  if (errors.length > 0) throw errors[0];
  return {
    copied: copies.length,
    bytes: copies.reduce((sum, { copy }) => sum + copy.size, 0),
    removed: gone.length,
    missed,
    otherEtags: copies.filter(({ version, copy }) => version.etag !== copy.etag && !version.isDeleteMarker).length,
  };
}

/** Names the object in the error of its copy. */
async function inWords<Value>({ key }: StoredVersion, copy: Promise<Value>): Promise<Value> {
  try {
    return await copy;
  } catch (error) {
    if (error instanceof ProviderError && error.code === "copy_differs") throw error;
    const reason = error instanceof ProviderError && error.cause instanceof Error ? error.cause.message : String(error);
    throw new ProviderError("copy_failed", `The object ${key} could not be copied: ${reason}.`, {
      retryable: true,
      cause: error,
    });
  }
}
