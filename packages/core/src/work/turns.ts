import { type Sql, sqlOf } from "@fulmar/prisma";

/** Runs a few statements at a time. The others wait for their turn and take no connection meanwhile. */
export class Turns {
  readonly #sql: Sql;
  readonly #atOnce: number;
  readonly #first: (() => void)[] = [];
  readonly #further: (() => void)[] = [];
  #running = 0;
  #ended = 0;

  /** @param atOnce how many statements run at a time */
  constructor(sql: Sql, atOnce: number) {
    this.#sql = sql;
    this.#atOnce = atOnce;
  }

  /**
   * For one reader of page after page. First pages and further ones have every other turn, each first come, first
   * served: who has one page waits for no one's twentieth, and who has twenty gets one a round.
   */
  begin(): Sql {
    let queue = this.#first;
    return sqlOf((statement, ...values) => {
      const joined = queue;
      queue = this.#further;
      return this.#inTurn(joined, () => this.#sql.query(statement, ...values));
    });
  }

  async #inTurn<Result>(queue: (() => void)[], run: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else await new Promise<void>((begin) => queue.push(begin));
    try {
      return await run();
    } finally {
      this.#end();
    }
  }

  /** The next one takes over the turn of one that has ended. */
  #end(): void {
    this.#ended += 1;
    const [one, other] = this.#ended % 2 === 0 ? [this.#first, this.#further] : [this.#further, this.#first];
    const next = one.shift() ?? other.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
