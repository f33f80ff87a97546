import type pg from "pg";
import { holdUntilEndOfTurn } from "./connection.ts";
import { type RunStatement, runOn } from "./sql.ts";
import type { Statement } from "./statement.ts";

/** The most lookups in flight on one connection. For more, another connection is taken. */
const MOST_ABREAST = 16;

/** Sends the lookups of many requests on few connections (docs/adr/0027). */
export class Lookups {
  readonly #pool: pg.Pool;
  #shared: readonly SharedConnection[] = [];

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  ask(statement: Statement, values: readonly unknown[] = []): ReturnType<RunStatement> {
    const connection = this.#shared.find(({ waiting }) => waiting < MOST_ABREAST) ?? this.#take();
    return connection.ask(statement, values);
  }

  #take(): SharedConnection {
    const connection = new SharedConnection(this.#pool, () => {
      this.#shared = this.#shared.filter((other) => other !== connection);
    });
    this.#shared = [...this.#shared, connection];
    return connection;
  }
}

/**
 * A connection of the pool from its first lookup to the end of its last. Lookups are pipelined, and those of one turn
 * of the event loop are sent in one write, so that requests arriving on many sockets in one turn cost one write.
 */
class SharedConnection {
  /** The number of unanswered lookups. */
  waiting = 0;
  readonly #onEnd: () => void;
  readonly #taken: Promise<pg.PoolClient>;
  #client: pg.PoolClient | undefined;
  #held: boolean = false;

  /** @param onEnd called when the connection takes no more lookups */
  constructor(pool: pg.Pool, onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#taken = this.#take(pool);
  }

  async ask(statement: Statement, values: readonly unknown[]): ReturnType<RunStatement> {
    this.waiting++;
    try {
      const client = await this.#taken;
      this.#sendAtEndOfTurn(client);
      return await runOn(client)(statement, values);
    } finally {
      this.waiting--;
      if (this.waiting === 0) setImmediate(() => this.#giveBack());
    }
  }

  async #take(pool: pg.Pool): Promise<pg.PoolClient> {
    try {
      const client = await pool.connect();
      // The queries waiting on a broken connection fail on their own. Without a listener the error would crash the
      // process.
      client.on("error", this.#onEnd);
      this.#client = client;
      return client;
    } catch (error) {
      this.#onEnd();
      throw error;
    }
  }

  #sendAtEndOfTurn(client: pg.PoolClient): void {
    if (this.#held) return;
    this.#held = true;
    holdUntilEndOfTurn(client, () => {
      this.#held = false;
    });
  }

  /** Returns the connection unless new lookups have been sent. The pool discards a broken one. */
  #giveBack(): void {
    if (this.waiting > 0 || this.#client === undefined) return;
    this.#onEnd();
    this.#client.off("error", this.#onEnd);
    this.#client.release();
    this.#client = undefined;
  }
}
