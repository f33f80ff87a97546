/**
 * Bounds how many wait for a service at once. Each of them waits inside a transaction, on one of few connections: a
 * service that hangs must not take them all, for everybody else needs some too.
 */
export class WaitingRoom {
  readonly #seats: number;
  #taken = 0;

  constructor(seats: number) {
    this.#seats = seats;
  }

  /** @throws what `work` throws, or at once when every seat is taken */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#taken >= this.#seats) throw new Error(`${this.#taken} others wait for the service already`);
    this.#taken++;
    try {
      return await work();
    } finally {
      this.#taken--;
    }
  }
}
