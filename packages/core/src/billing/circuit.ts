/** Failures in a row after which a service counts as failing. */
const TOLERATED_FAILURES = 5;

/**
 * Keeps a failing service from holding everyone up: each call waits inside a database transaction, on one of few
 * connections. Once it failed several times in a row, one call at a time tries it; the others fail at once. The
 * first success closes the circuit, so that nobody waits for a clock.
 */
export class Circuit {
  #failures = 0;
  #trying = false;

  /** @throws what `work` throws, or at once while the service is failing and another call is trying it */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const failing = this.#failures >= TOLERATED_FAILURES;
    if (failing && this.#trying)
      throw new Error(`the service failed ${this.#failures} times in a row; another call is trying it`);
    if (failing) this.#trying = true;
    try {
      const result = await work();
      this.#failures = 0;
      return result;
    } catch (error) {
      this.#failures++;
      throw error;
    } finally {
      if (failing) this.#trying = false;
    }
  }
}
