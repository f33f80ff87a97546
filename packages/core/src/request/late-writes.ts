/** What was seen of each of many things, written in batches now and then, so that reads stay reads. */
export class LateWrites<Seen> {
  readonly #write: (seen: ReadonlyMap<string, Seen>) => Promise<unknown>;
  readonly #onError: (error: unknown) => void;
  #seen = new Map<string, Seen>();
  readonly #timer: NodeJS.Timeout;

  /** @param write gets what was seen since the last time, by id; never nothing */
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

  /** @param see says what is to be written from now on, given what was to be written until now */
  note(id: string, see: (before: Seen | undefined) => Seen): void {
    this.#seen.set(id, see(this.#seen.get(id)));
  }

  /** Writes what was seen since the last time; what a failing database loses is lost. */
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
