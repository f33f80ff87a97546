import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import type { WorkerServices } from "../work/worker-services.ts";
import { KEPT_MS } from "./stream-position.ts";

const BATCH = 5_000;

// The key is ordered by transaction, oldest first. Rows of a long transaction may precede older rows, which a later run
// then deletes.
const purge = statement(
  "change_purge",
  `DELETE FROM change WHERE at < now() - ${KEPT_MS} * interval '1 millisecond'
      AND (xid, change_id) IN (SELECT xid, change_id FROM change ORDER BY xid, change_id LIMIT $limit)
   RETURNING 1`,
);

/** Deletes announced changes that no stream can resume from. */
export const purgeChanges: Reconciler<WorkerServices> = {
  name: "purge-changes",
  everyMs: 60_000,
  async run({ database }, signal) {
    for (let purged = BATCH; purged === BATCH && !signal.aborted; ) {
      purged = (await database.sql.query(purge, { limit: BATCH })).length;
    }
  },
};
