import { type Sql, statement } from "@fulmar/prisma";
import { LateWrites } from "../../request/change/late-writes.ts";

const WRITTEN_EVERY_MS = 5_000;

const touch = statement(
  "access_key_touch",
  `UPDATE access_key k SET last_used_at = greatest(k.last_used_at, u.used_at)
     FROM unnest($access_key_ids::text[], $used_times::timestamptz[]) AS u (access_key_id, used_at)
    WHERE k.access_key_id = u.access_key_id`,
);

/** Records when each access key was last used. If the database fails, only these times are lost. */
export class AccessKeyUse {
  readonly #uses: LateWrites<Date>;

  constructor({ sql, onError }: { sql: Sql; onError: (error: unknown) => void }) {
    this.#uses = new LateWrites({
      write: (uses) => sql.query(touch, { access_key_ids: [...uses.keys()], used_times: [...uses.values()] }),
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
