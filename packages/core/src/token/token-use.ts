import { type Sql, statement } from "@fulmar/prisma";

const touch = statement(
  "token_touch",
  `UPDATE api_token t SET last_used_at = greatest(t.last_used_at, u.at)
     FROM unnest($1::text[], $2::timestamptz[]) AS u (token_id, at) WHERE t.token_id = u.token_id`,
);

/** Remembers when each token was last used and writes it in batches, so that reads stay reads. */
export class TokenUse {
  readonly #sql: Sql;
  readonly #onError: (error: unknown) => void;
  #seen = new Map<string, Date>();
  readonly #timer: NodeJS.Timeout;

  constructor({ sql, onError, everyMs = 2_000 }: { sql: Sql; onError: (error: unknown) => void; everyMs?: number }) {
    this.#sql = sql;
    this.#onError = onError;
    this.#timer = setInterval(() => void this.flush(), everyMs);
    this.#timer.unref();
  }

  record(tokenId: string) {
    this.#seen.set(tokenId, new Date());
  }

  /** Writes what was seen since the last time. What a failing database loses is only the time of a use. */
  async flush(): Promise<void> {
    if (this.#seen.size === 0) return;
    const seen = this.#seen;
    this.#seen = new Map();
    try {
      await this.#sql.query(touch, [[...seen.keys()], [...seen.values()]]);
    } catch (error) {
      this.#onError(error);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
