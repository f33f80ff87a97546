import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import type { WorkerServices } from "../work/worker-services.ts";

const BATCH = 5_000;

const purge = statement(
  "event_purge",
  `DELETE FROM event WHERE (workspace_id, event_id) IN (
     SELECT workspace_id, event_id FROM event WHERE at < now() - interval '30 days' ORDER BY at LIMIT $limit)
   RETURNING 1`,
);

/** Deletes events after 30 days. The audit trail keeps its own. */
export const purgeEvents: Reconciler<WorkerServices> = {
  name: "purge-events",
  everyMs: 3_600_000,
  async run({ database }, signal) {
    for (let purged = BATCH; purged === BATCH && !signal.aborted; ) {
      purged = (await database.sql.query(purge, { limit: BATCH })).length;
    }
  },
};
