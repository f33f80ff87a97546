import { workOn } from "./work-through.ts";

const PAGE = 1_000;
const REMOVE_TIMEOUT_MS = 60_000;

/** Where a page of ids begins, behind `after`, and how long it is. */
export interface IdPage {
  readonly after: string;
  readonly limit: number;
}

export interface Identified {
  readonly id: string;
}

/** One kind of thing as a provider keeps it, and as the database says that it should. */
interface Kept {
  /** A page of the provider's inventory, in the order of the ids. */
  readonly list: (page: IdPage) => Promise<readonly string[]>;
  /** Those of the ids that somebody owns. An id is never used twice: what nobody owns now, nobody ever will. */
  readonly owned: (ids: readonly string[]) => Promise<readonly Identified[]>;
  readonly remove: (id: string, signal: AbortSignal) => Promise<void>;
}

/** How far something has come, at a provider or by the database. */
export interface Revised extends Identified {
  readonly revision: number;
}

interface Settled {
  /** A page, in the order of the ids, of what the provider should have by now, as it was last applied. */
  readonly page: (page: IdPage) => Promise<readonly Revised[]>;
  /** Those of the ids that the provider has. */
  readonly find: (ids: readonly string[]) => Promise<readonly Revised[]>;
  readonly applyAgain: (ids: readonly string[]) => Promise<unknown>;
}

/**
 * Removes from a provider what nobody owns.
 * @returns what was thrown: one thing that cannot be removed keeps no other one there, nor its caller from going on
 * @throws the signal's reason when that is aborted, and what reading the inventory throws
 */
export async function removeLeaked({ list, owned, remove }: Kept, signal: AbortSignal): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  const removeInTime = (id: string) => remove(id, AbortSignal.any([signal, AbortSignal.timeout(REMOVE_TIMEOUT_MS)]));
  for (let after = "", full = true; full; ) {
    signal.throwIfAborted();
    const ids = await list({ after, limit: PAGE });
    const known = new Set((await owned(ids)).map(({ id }) => id));
    const leaked = ids.filter((id) => !known.has(id));
    errors.push(...(await workOn(leaked, removeInTime, signal)));
    full = ids.length === PAGE;
    after = ids.at(-1) ?? after;
  }
  return errors;
}

/** Makes due again what a provider has lost, or has in an older revision than it had. */
export async function restoreLost({ page, find, applyAgain }: Settled, signal: AbortSignal): Promise<void> {
  for (let after = "", full = true; full; ) {
    signal.throwIfAborted();
    const rows = await page({ after, limit: PAGE });
    const present = new Map((await find(rows.map(({ id }) => id))).map(({ id, revision }) => [id, revision]));
    const lost = rows.filter(({ id, revision }) => (present.get(id) ?? 0) < revision).map(({ id }) => id);
    if (lost.length > 0) await applyAgain(lost);
    full = rows.length === PAGE;
    after = rows.at(-1)?.id ?? after;
  }
}
