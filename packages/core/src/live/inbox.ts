import type { Change, ChangeNews } from "@fulmar/contract";

/** News with the place in the stream that they lead to. */
export interface PositionedNews extends ChangeNews {
  readonly position: string;
}

/** More than this at once is not told one by one: whoever is so far behind asks for everything anew. */
const MOST_CHANGES = 500;

/** What waits for one watcher; changes of the same resource become one, however slowly they are fetched. */
export class Inbox {
  #changes = new Map<string, Change>();
  #reset: boolean = false;
  #position: string | undefined;
  #closed: boolean = false;
  #wake = Promise.withResolvers<void>();

  put(news: PositionedNews): void {
    for (const change of news.changes) this.#changes.set(`${change.topic} ${change.id}`, change);
    if (news.reset || this.#changes.size > MOST_CHANGES) {
      this.#reset = true;
      this.#changes.clear();
    }
    this.#position = news.position;
    this.#wake.resolve();
  }

  /** There will be nothing more: a `next` that waits is told so, and every later one. */
  close(): void {
    this.#closed = true;
    this.#wake.resolve();
  }

  /** Waits until there are news. @returns undefined when it is closed and nothing is left in it */
  async next(): Promise<PositionedNews | undefined> {
    await this.#wake.promise;
    const position = this.#position;
    if (position === undefined) return undefined;
    const news = { position, reset: this.#reset, changes: this.#reset ? [] : [...this.#changes.values()] };
    this.#changes = new Map();
    this.#reset = false;
    this.#position = undefined;
    if (!this.#closed) this.#wake = Promise.withResolvers();
    return news;
  }
}
