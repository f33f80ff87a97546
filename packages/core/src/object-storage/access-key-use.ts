import { type Sql, statement } from "@fulmar/prisma";

const touch = statement(
  "access_key_touch",
  `UPDATE access_key k SET last_used_at = greatest(k.last_used_at, u.used_at)
     FROM unnest($1::text[], $2::timestamptz[]) AS u (access_key_id, used_at) WHERE k.access_key_id = u.access_key_id`,
);

/** Remembers when each access key was last used and writes it now and then, so that reads stay reads. */
export class AccessKeyUse {
  readonly #sql: Sql;
  readonly #onError: (error: unknown) => void;
  #used = new Map<string, Date>();
  readonly #timer: NodeJS.Timeout;

  constructor({ sql, onError, everyMs = 5_000 }: { sql: Sql; onError: (error: unknown) => void; everyMs?: number }) {
    this.#sql = sql;
    this.#onError = onError;
    this.#timer = setInterval(() => void this.flush(), everyMs);
    this.#timer.unref();
  }

  record(accessKeyId: string) {
    this.#used.set(accessKeyId, new Date());
  }

  /** Writes what was used since the last time. What a failing database loses is only the time of a use. */
  async flush(): Promise<void> {
    if (this.#used.size === 0) return;
    const used = this.#used;
    this.#used = new Map();
    try {
      await this.#sql.query(touch, [[...used.keys()], [...used.values()]]);
    } catch (error) {
      this.#onError(error);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
