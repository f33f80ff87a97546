/** Where a page of ids begins, behind `after`, and how long it is. */
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
  /** A page, in the order of the ids, of what the provider should have by now, as it was last applied. */
  readonly page: (page: IdPage) => Promise<readonly Revised[]>;
  /** Those of the ids that the provider has. */
  readonly find: (ids: readonly string[]) => Promise<readonly Revised[]>;
  readonly applyAgain: (ids: readonly string[]) => Promise<unknown>;
  /** Called before anything is applied again, with how much is gone; throws when the provider is not to be believed. */
  readonly check?: (loss: Loss) => Promise<void>;
}

/** How much a provider lacks of what the database knows there. */
export interface Loss {
  readonly known: number;
  readonly lost: number;
}

const PAGE = 1_000;

/** Has the provider given again what it lost, or has in an older revision than before. */
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
