/** Collects observations by id and writes them in batches, so that reads do not write. */
export class LateWrites<Seen> {
  readonly #write: (seen: ReadonlyMap<string, Seen>) => Promise<unknown>;
  readonly #onError: (error: unknown) => void;
  #seen = new Map<string, Seen>();
  readonly #timer: NodeJS.Timeout;

  /** @param write gets the observations since the last write, by id. Never empty */
  constructor({
    write,
    onError,
    everyMs,
  }: {
    write: (seen: ReadonlyMap<string, Seen>) => Promise<unknown>;
    onError: (error: unknown) => void;
    everyMs: number;
  }) {
    this.#write = write;
    this.#onError = onError;
    this.#timer = setInterval(() => void this.flush(), everyMs);
    this.#timer.unref();
  }

  /** @param see returns the new observation from the pending one */
  note(id: string, see: (before: Seen | undefined) => Seen): void {
    this.#seen.set(id, see(this.#seen.get(id)));
  }

  /** Writes the observations since the last write. If the database fails, they are lost. */
  async flush(): Promise<void> {
    if (this.#seen.size === 0) return;
    const seen = this.#seen;
    this.#seen = new Map();
    try {
      await this.#write(seen);
    } catch (error) {
      this.#onError(error);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
