/** A page of ids: after `after`, at most `limit`. */
export interface IdPage {
  readonly after: string;
  readonly limit: number;
}

/** The revision of a resource, at a provider or in the database. */
export interface Revised {
  readonly id: string;
  readonly revision: number;
}

interface Settled {
  /** A page, ordered by id, of what the provider should have as last applied. */
  readonly page: (page: IdPage) => Promise<readonly Revised[]>;
  /** Those of the ids that the provider has. */
  readonly find: (ids: readonly string[]) => Promise<readonly Revised[]>;
  readonly applyAgain: (ids: readonly string[]) => Promise<unknown>;
  /** Called with the loss before anything is applied again. Throws when the provider's list is not credible. */
  readonly check?: (loss: Loss) => Promise<void>;
}

/** How much a provider lacks of what the database knows there. */
export interface Loss {
  readonly known: number;
  readonly lost: number;
}

const PAGE = 1_000;

/** Applies again what the provider has lost or has in an older revision. */
export async function restoreLost({ page, find, applyAgain, check }: Settled, signal: AbortSignal): Promise<void> {
  const behind: string[][] = [];
  let known = 0;
  let lost = 0;
  for (let after = "", full = true; full; ) {
    signal.throwIfAborted();
    const rows = await page({ after, limit: PAGE });
    const present = new Map((await find(rows.map(({ id }) => id))).map(({ id, revision }) => [id, revision]));
    known += rows.length;
    lost += rows.filter(({ id }) => !present.has(id)).length;
    behind.push(rows.filter(({ id, revision }) => (present.get(id) ?? 0) < revision).map(({ id }) => id));
    full = rows.length === PAGE;
    after = rows.at(-1)?.id ?? after;
  }
  await check?.({ known, lost });
  for (const ids of behind) if (ids.length > 0) await applyAgain(ids);
}
