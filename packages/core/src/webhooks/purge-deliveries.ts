import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import type { WorkerServices } from "../work/worker-services.ts";

const BATCH = 2_000;

const purge = statement(
  "webhook_delivery_purge",
  `DELETE FROM webhook_delivery WHERE (workspace_id, webhook_id, delivery_id) IN (
     SELECT workspace_id, webhook_id, delivery_id FROM webhook_delivery
      WHERE created_at < now() - interval '30 days' AND status <> 'pending' ORDER BY created_at LIMIT $limit)
   RETURNING 1`,
);

const purgeLanes = statement(
  "webhook_lane_purge",
  `DELETE FROM webhook_lane WHERE (workspace_id, webhook_id, lane) IN (
     SELECT workspace_id, webhook_id, lane FROM webhook_lane WHERE pending = 0 AND due_at < now() - interval '1 day'
      ORDER BY due_at LIMIT $limit)
      AND pending = 0
   RETURNING 1`,
);

/** Deletes deliveries after 30 days, with their attempts, and lanes without deliveries after a day. */
export const purgeDeliveries: Reconciler<WorkerServices> = {
  name: "purge-webhook-deliveries",
  everyMs: 3_600_000,
  async run({ database: { sql } }, signal) {
    const deletions = [() => sql.query(purge, { limit: BATCH }), () => sql.query(purgeLanes, { limit: BATCH })];
    for (const deleteBatch of deletions)
      for (let purged = BATCH; purged === BATCH && !signal.aborted; ) purged = (await deleteBatch()).length;
  },
};
