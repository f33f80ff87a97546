import type { Reconciler } from "@fulmar/engine";
import { type Database, statement } from "@fulmar/prisma";

const BATCH = 5_000;

const purge = statement(
  "idempotency_purge",
  `DELETE FROM idempotency_key WHERE ctid IN (
     SELECT ctid FROM idempotency_key WHERE created_at < now() - interval '7 days' LIMIT $limit)
   RETURNING 1`,
);

const purgeOfUsers = statement(
  "user_idempotency_purge",
  `DELETE FROM user_idempotency_key WHERE ctid IN (
     SELECT ctid FROM user_idempotency_key WHERE created_at < now() - interval '7 days' LIMIT $limit)
   RETURNING 1`,
);

/** Deletes idempotency keys after 7 days, in batches that hold no long locks. */
export const purgeIdempotencyKeys: Reconciler<{ readonly database: Database }> = {
  name: "purge-idempotency-keys",
  everyMs: 600_000,
  async run({ database }, signal) {
    for (const each of [purge, purgeOfUsers])
      for (let purged = BATCH; purged === BATCH && !signal.aborted; )
        purged = (await database.sql.query(each, { limit: BATCH })).length;
  },
};
