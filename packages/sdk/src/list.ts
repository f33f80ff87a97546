export interface Page<Item> {
  readonly items: readonly Item[];
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/**
 * A list, which asks for a page when its items are needed: `for await (const vm of client.cloudVm.list())`. Each
 * iteration begins anew.
 */
export class List<Item> implements AsyncIterable<Item> {
  readonly #page: (cursor: string | undefined) => Promise<Page<Item>>;

  constructor(page: (cursor: string | undefined) => Promise<Page<Item>>) {
    this.#page = page;
  }

  /** The first page, or the one at the `cursor` of the input. */
  page(): Promise<Page<Item>> {
    return this.#page(undefined);
  }

  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.#page(cursor);
      yield page;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }

  /** The items of all pages. */
  async toArray(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}
