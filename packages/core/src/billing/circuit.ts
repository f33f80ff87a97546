/** The number of consecutive failures after which a service counts as failing. */
const TOLERATED_FAILURES = 5;

/**
 * A circuit breaker: calls wait inside a database transaction, so a failing service would use up the connections. After
 * several consecutive failures, only one call at a time tries the service and the others fail at once. The first
 * success closes the circuit; there is no cool-down period.
 */
export class Circuit {
  #failures = 0;
  #trying = false;

  /** @throws what `work` throws, or an error at once while the service is failing and another call is trying it */
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
