import type { Sealer } from "./sealed-value.ts";

/** A row with a sealed value. */
interface SealedRow {
  readonly id: string;
  /** The text that the value is bound to, if not the row's id. */
  readonly boundTo?: string;
  readonly sealed: Buffer | null;
}

/** A column of sealed values. */
interface SealedColumn {
  /** Some rows after an id, in the order of their ids. None: there are no more. */
  readonly batch: (after: string) => Promise<readonly SealedRow[]>;
  /** Replaces values that are still the former ones, and returns the rows that it replaced. */
  readonly replace: (ids: string[], former: Buffer[], sealed: Buffer[]) => Promise<readonly unknown[]>;
}

/**
 * Seals with the first secret what is sealed with another, in batches. A value that no secret opens stays as it is. If
 * a run is killed, the next one continues.
 * @returns how many values it sealed again
 */
export async function resealRows(sealer: Sealer, { batch, replace }: SealedColumn): Promise<number> {
  if (!sealer.isRotating) return 0;
  let resealed = 0;
  for (let after = ""; ; ) {
    const rows = await batch(after);
    const last = rows.at(-1);
    if (last === undefined) return resealed;
    after = last.id;
    const changes = rows.flatMap(({ id, boundTo = id, sealed: former }) => {
      const sealed = former === null ? undefined : sealer.reseal(former, boundTo);
      return former === null || sealed === undefined ? [] : [{ id, former, sealed }];
    });
    if (changes.length === 0) continue;
    const replaced = await replace(
      changes.map(({ id }) => id),
      changes.map(({ former }) => former),
      changes.map(({ sealed }) => sealed),
    );
    resealed += replaced.length;
  }
}
