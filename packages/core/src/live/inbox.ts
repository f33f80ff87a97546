import type { Change, ChangeNews } from "@fulmar/contract";

/** Changes with the position in the stream after them. */
export interface PositionedNews extends ChangeNews {
  readonly position: string;
}

/** Beyond this number of pending changes, the watcher gets a reset and must reload everything. */
const MOST_CHANGES = 500;

/**
 * The pending changes of one watcher. Several changes of one resource become one, so a slow reader does not accumulate
 * them.
 */
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

  /** Ends the inbox: pending and later calls of `next` return undefined once it is empty. */
  close(): void {
    this.#closed = true;
    this.#wake.resolve();
  }

  /** Waits for changes. @returns undefined when the inbox is closed and empty */
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
