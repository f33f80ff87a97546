/**
 * Syncs something for many at once. Who asks while a sync is under way waits for the next one, which begins afterwards,
 * together with all others who ask until then.
 */
export class SharedSync {
  readonly #sync: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(sync: () => Promise<void>) {
    this.#sync = sync;
  }

  /** Resolves when a sync has ended that began after this call. */
  sync(): Promise<void> {
    if (this.#running === undefined) return this.#begin();
    this.#next ??= this.#afterwards(this.#running);
    return this.#next;
  }

  async #afterwards(running: Promise<void>): Promise<void> {
    // Who waits for that one is told of its failure.
    await Promise.allSettled([running]);
    this.#next = undefined;
    return this.#begin();
  }

  #begin(): Promise<void> {
    const running = this.#sync().finally(() => {
      this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}
