import { type Sql, statement } from "@fulmar/prisma";

/** One of the tables of a batch: which token, when and from where. */
type Sight = Readonly<{ at: Date; ip: string | null }>;

/** What was seen of a token since the last time that it was written. */
interface Seen {
  used?: Sight;
  refused?: Sight;
  oldUsed?: Date;
}

const touch = statement(
  "token_touch",
  `UPDATE api_token t
      SET last_used_at = greatest(t.last_used_at, u.used_at), last_used_ip = CASE WHEN u.used_at >= coalesce(t.last_used_at, u.used_at) THEN u.used_ip ELSE t.last_used_ip END,
          refused_at = greatest(t.refused_at, u.refused_at), refused_ip = CASE WHEN u.refused_at >= coalesce(t.refused_at, u.refused_at) THEN u.refused_ip ELSE t.refused_ip END,
          old_used_at = greatest(t.old_used_at, u.old_used_at)
     FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::timestamptz[], $5::text[], $6::timestamptz[])
       AS u (token_id, used_at, used_ip, refused_at, refused_ip, old_used_at)
    WHERE t.token_id = u.token_id`,
);

/** Remembers when and from where each token was last used or refused and writes it in batches, so that reads stay reads. */
export class TokenUse {
  readonly #sql: Sql;
  readonly #onError: (error: unknown) => void;
  #seen = new Map<string, Seen>();
  readonly #timer: NodeJS.Timeout;

  constructor({ sql, onError, everyMs = 2_000 }: { sql: Sql; onError: (error: unknown) => void; everyMs?: number }) {
    this.#sql = sql;
    this.#onError = onError;
    this.#timer = setInterval(() => void this.flush(), everyMs);
    this.#timer.unref();
  }

  /**
   * @param use `refused`: from an address that its ranges do not hold, which is no use of it; `oldValue`: by the value from before the last
   * rotation, so that people see whether something still needs it
   */
  record(tokenId: string, use: { readonly ip: string | undefined; readonly refused: boolean; readonly oldValue: boolean }) {
    const seen = this.#seen.get(tokenId) ?? {};
    const sight = { at: new Date(), ip: use.ip ?? null };
    if (use.refused) seen.refused = sight;
    else seen.used = sight;
    if (use.oldValue && !use.refused) seen.oldUsed = sight.at;
    this.#seen.set(tokenId, seen);
  }

  /** Writes what was seen since the last time. What a failing database loses is only the time of a use. */
  async flush(): Promise<void> {
    if (this.#seen.size === 0) return;
    const seen = this.#seen;
    this.#seen = new Map();
    const uses = [...seen.values()];
    const sights = (which: "used" | "refused") => [uses.map((use) => use[which]?.at ?? null), uses.map((use) => use[which]?.ip ?? null)];
    try {
      await this.#sql.query(touch, [[...seen.keys()], ...sights("used"), ...sights("refused"), uses.map((use) => use.oldUsed ?? null)]);
    } catch (error) {
      this.#onError(error);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
