import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import type { Provider } from "@fulmar/providers";
import { eachProvider } from "../work/each-provider.ts";
import type { WorkerServices } from "../work/worker-services.ts";

const PAGE = 1_000;

// What came on top of the counters that were written last belongs to today. A counter that is lower than before began
// again at 0.
const record = statement(
  "vm_bandwidth_record",
  `INSERT INTO vm_bandwidth AS b (workspace_id, vm_id, day, rx_bytes, tx_bytes, rx_counter, tx_counter, updated_at)
   SELECT v.workspace_id, v.vm_id, (now() AT TIME ZONE 'UTC')::date,
          CASE WHEN read.rx >= coalesce(last.rx_counter, 0) THEN read.rx - coalesce(last.rx_counter, 0) ELSE read.rx END,
          CASE WHEN read.tx >= coalesce(last.tx_counter, 0) THEN read.tx - coalesce(last.tx_counter, 0) ELSE read.tx END,
          read.rx, read.tx, now()
     FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS read (vm_id, rx, tx)
     JOIN vm v ON v.vm_id = read.vm_id AND v.deleted_at IS NULL
     LEFT JOIN LATERAL (SELECT p.rx_counter, p.tx_counter FROM vm_bandwidth p
                         WHERE p.workspace_id = v.workspace_id AND p.vm_id = v.vm_id ORDER BY p.day DESC LIMIT 1) AS last ON true
       ON CONFLICT (workspace_id, vm_id, day) DO UPDATE
      SET rx_bytes = b.rx_bytes + excluded.rx_bytes, tx_bytes = b.tx_bytes + excluded.tx_bytes,
          rx_counter = excluded.rx_counter, tx_counter = excluded.tx_counter, updated_at = excluded.updated_at`,
);

/** Adds up what every VM received and sent, by the day (UTC), from its provider's counters. */
export const recordBandwidth: Reconciler<WorkerServices> = {
  name: "record-bandwidth",
  everyMs: 60_000,
  async run(services, signal) {
    const recordAll = async ({ compute }: Provider) => {
      for (let after = "", full = true; full; ) {
        const traffic = await compute.listTraffic({ after, limit: PAGE }, signal);
        const columns = [
          traffic.map((i) => i.vmId),
          traffic.map((i) => String(i.rxBytes)),
          traffic.map((i) => String(i.txBytes)),
        ];
        await services.database.sql.queryAs(record, columns);
        full = traffic.length === PAGE;
        after = traffic.at(-1)?.vmId ?? after;
      }
    };
    await eachProvider(services, recordAll, signal);
  },
};
