import { type Sql, statement, type ValuesOf } from "@fulmar/prisma";
import { LateWrites } from "../request/change/late-writes.ts";

const WRITTEN_EVERY_MS = 2_000;

/** When and from where a token was used. */
type Sight = Readonly<{ at: Date; ip: string | null }>;

/** The observations of a token since the last write. */
interface Seen {
  readonly used?: Sight;
  readonly refused?: Sight;
  readonly oldUsed?: Date;
}

const touch = statement(
  "token_touch",
  `UPDATE api_token t
      SET last_used_at = greatest(t.last_used_at, u.used_at),
          last_used_ip = CASE WHEN u.used_at >= coalesce(t.last_used_at, u.used_at) THEN u.used_ip
                              ELSE t.last_used_ip END,
          refused_at = greatest(t.refused_at, u.refused_at),
          refused_ip = CASE WHEN u.refused_at >= coalesce(t.refused_at, u.refused_at) THEN u.refused_ip
                            ELSE t.refused_ip END,
          old_used_at = greatest(t.old_used_at, u.old_used_at)
     FROM unnest($token_ids::text[], $used_at::timestamptz[], $used_ips::text[], $refused_at::timestamptz[],
                 $refused_ips::text[], $old_used_at::timestamptz[])
       AS u (token_id, used_at, used_ip, refused_at, refused_ip, old_used_at)
    WHERE t.token_id = u.token_id`,
);

/**
 * Records when and from where each token was last used or refused. If the database fails, only these times are lost.
 */
export class TokenUse {
  readonly #uses: LateWrites<Seen>;

  constructor({ sql, onError }: { sql: Sql; onError: (error: unknown) => void }) {
    this.#uses = new LateWrites<Seen>({
      write: (uses) => sql.query(touch, rowsOf(uses)),
      onError,
      everyMs: WRITTEN_EVERY_MS,
    });
  }

  /**
   * @param use `refused`: from an address outside of its ranges, which does not count as a use; `oldValue`: by the
   * value from before the last rotation, which shows that a program still needs it
   */
  record(
    tokenId: string,
    use: { readonly ip: string | undefined; readonly refused: boolean; readonly oldValue: boolean },
  ): void {
    const sight = { at: new Date(), ip: use.ip ?? null };
    this.#uses.note(tokenId, (before) => ({
      ...before,
      ...(use.refused ? { refused: sight } : { used: sight }),
      ...(use.oldValue && !use.refused && { oldUsed: sight.at }),
    }));
  }

  close(): Promise<void> {
    return this.#uses.close();
  }
}

/** The arrays of a batch, with one value per token each. */
function rowsOf(uses: ReadonlyMap<string, Seen>): ValuesOf<typeof touch> {
  const seen = [...uses.values()];
  return {
    token_ids: [...uses.keys()],
    used_at: seen.map(({ used }) => used?.at ?? null),
    used_ips: seen.map(({ used }) => used?.ip ?? null),
    refused_at: seen.map(({ refused }) => refused?.at ?? null),
    refused_ips: seen.map(({ refused }) => refused?.ip ?? null),
    old_used_at: seen.map(({ oldUsed }) => oldUsed ?? null),
  };
}
