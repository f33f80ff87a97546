import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import type { WorkerServices } from "../work/worker-services.ts";

/**
 * An hour's minutes stay as they are so long after it: alert rules look at the last five of them, and a run may be
 * slow.
 */
const MINUTES_AFTER = 10;

const pack = statement("metric_pack", "SELECT pack_metrics($minutes_after::int) AS packed");

/** Packs the minutes of hours that have ended into one row for each VM or volume and hour, each hour in one commit. */
export const packMetrics: Reconciler<Pick<WorkerServices, "database">> = {
  name: "pack-metrics",
  everyMs: 300_000,
  async run({ database: { sql } }, signal) {
    for (let packed = true; packed && !signal.aborted; ) {
      const [row] = await sql.query(pack, { minutes_after: MINUTES_AFTER });
      packed = row?.packed != null;
    }
  },
};
