/**
 * Limits how many calls wait for a service at once. Calls may wait inside a transaction, so a service that hangs could
 * otherwise take all connections.
 */
export class WaitingRoom {
  readonly #seats: number;
  #taken = 0;

  constructor(seats: number) {
    this.#seats = seats;
  }

  /** @throws what `work` throws, or an error at once when the limit is reached */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#taken >= this.#seats) throw new Error(`${this.#taken} requests already wait for the service`);
    this.#taken++;
    try {
      return await work();
    } finally {
      this.#taken--;
    }
  }
}
