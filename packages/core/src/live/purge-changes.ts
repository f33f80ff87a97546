import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import type { WorkerServices } from "../work/worker-services.ts";
import { KEPT_MS } from "./stream-position.ts";

const BATCH = 5_000;

// The oldest come first in the key. A transaction that took long may stand before younger ones: it is found on a later
// run.
const purge = statement(
  "change_purge",
  `DELETE FROM change WHERE at < now() - ${KEPT_MS} * interval '1 millisecond'
      AND (xid, change_id) IN (SELECT xid, change_id FROM change ORDER BY xid, change_id LIMIT $1)
   RETURNING 1`,
);

/** Forgets announced changes that no stream can be taken up from any more. */
export const purgeChanges: Reconciler<WorkerServices> = {
  name: "purge-changes",
  everyMs: 60_000,
  async run({ database }, signal) {
    for (let purged = BATCH; purged === BATCH && !signal.aborted; ) {
      purged = (await database.sql.query(purge, [BATCH])).length;
    }
  },
};
