import { type Sql, statement } from "@fulmar/prisma";
import { LateWrites } from "../request/late-writes.ts";

const WRITTEN_EVERY_MS = 5_000;

const touch = statement(
  "access_key_touch",
  `UPDATE access_key k SET last_used_at = greatest(k.last_used_at, u.used_at)
     FROM unnest($1::text[], $2::timestamptz[]) AS u (access_key_id, used_at) WHERE k.access_key_id = u.access_key_id`,
);

/** Remembers when each access key was last used. What a failing database loses is only the time of a use. */
export class AccessKeyUse {
  readonly #uses: LateWrites<Date>;

  constructor({ sql, onError }: { sql: Sql; onError: (error: unknown) => void }) {
    this.#uses = new LateWrites({
      write: (uses) => sql.query(touch, [[...uses.keys()], [...uses.values()]]),
      onError,
      everyMs: WRITTEN_EVERY_MS,
    });
  }

  record(accessKeyId: string): void {
    this.#uses.note(accessKeyId, () => new Date());
  }

  close(): Promise<void> {
    return this.#uses.close();
  }
}
