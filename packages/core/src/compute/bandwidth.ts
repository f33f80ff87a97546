import type { BandwidthSummary, OperationById, ParsedInput, VmType } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import type { Provider } from "@fulmar/providers";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
import { found, invalidField } from "../request/domain-error.ts";
import { eachProvider, providerLanes } from "../work/each-provider.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { vmNoun } from "./vm-guards.ts";

const PAGE = 1_000;

// The increase since the last written counters counts for today. A counter that is lower than before has restarted at
// 0.
const record = statement(
  "vm_bandwidth_record",
  `INSERT INTO vm_bandwidth AS b (workspace_id, vm_id, day, rx_bytes, tx_bytes, rx_counter, tx_counter, updated_at)
   SELECT v.workspace_id, v.vm_id, (now() AT TIME ZONE 'UTC')::date,
          CASE WHEN read.rx >= coalesce(last.rx_counter, 0) THEN read.rx - coalesce(last.rx_counter, 0)
               ELSE read.rx END,
          CASE WHEN read.tx >= coalesce(last.tx_counter, 0) THEN read.tx - coalesce(last.tx_counter, 0)
               ELSE read.tx END,
          read.rx, read.tx, now()
     FROM unnest($vm_ids::text[], $rx_counters::bigint[], $tx_counters::bigint[]) AS read (vm_id, rx, tx)
     JOIN vm v ON v.vm_id = read.vm_id AND v.deleted_at IS NULL
     LEFT JOIN LATERAL (SELECT p.rx_counter, p.tx_counter FROM vm_bandwidth p
                         WHERE p.workspace_id = v.workspace_id AND p.vm_id = v.vm_id ORDER BY p.day DESC
                         LIMIT 1) AS last ON true
       ON CONFLICT (workspace_id, vm_id, day) DO UPDATE
      SET rx_bytes = b.rx_bytes + excluded.rx_bytes, tx_bytes = b.tx_bytes + excluded.tx_bytes,
          rx_counter = excluded.rx_counter, tx_counter = excluded.tx_counter, updated_at = excluded.updated_at`,
);

/** Adds up each VM's traffic per day (UTC) from its provider's counters. */
export const recordBandwidth: Reconciler<WorkerServices> = {
  name: "record-bandwidth",
  everyMs: 60_000,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const recordAll = async ({ compute }: Provider) => {
      const pages = services.pages();
      for (let after = "", full = true; full; ) {
        const traffic = await compute.listTraffic({ after, limit: PAGE }, signal);
        await pages.query(record, {
          vm_ids: traffic.map((i) => i.vmId),
          rx_counters: traffic.map((i) => i.rxBytes),
          tx_counters: traffic.map((i) => i.txBytes),
        });
        full = traffic.length === PAGE;
        after = traffic.at(-1)?.vmId ?? after;
      }
    };
    await eachProvider(services, recordAll, signal, lane);
  },
};

const sum = statement(
  "vm_bandwidth_sum",
  `SELECT coalesce(sum(b.rx_bytes), 0)::text AS rx_bytes, coalesce(sum(b.tx_bytes), 0)::text AS tx_bytes,
          max(b.updated_at) AS last_updated_at
     FROM vm v
     LEFT JOIN vm_bandwidth b ON b.workspace_id = v.workspace_id AND b.vm_id = v.vm_id AND b.day >= $day::date
      AND b.day < $day::date + interval '1 month'
    WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.type = $type::vm_type
    GROUP BY v.vm_id`,
);

/** The traffic of a month; one without records has none. @throws DomainError 400 for a month that has not begun */
async function bandwidthOf(
  { sql, workspace }: InWorkspace,
  type: VmType,
  { vm_id, month }: ParsedInput<OperationById<"bandwidth.get">>,
): Promise<BandwidthSummary> {
  if (month > new Date().toISOString().slice(0, 7)) throw invalidField("month", "must not be in the future");
  const values = { workspace_id: workspace.id, vm_id, day: `${month}-01`, type };
  const { rx_bytes, tx_bytes, last_updated_at } = found(await sql.maybe(sum, values), vmNoun(type));
  return {
    month,
    rx_bytes: Number(rx_bytes),
    tx_bytes: Number(tx_bytes),
    last_updated_at: toTimestamp(last_updated_at),
  };
}

export const getBandwidth: Handler<"bandwidth.get"> = (context, input) => bandwidthOf(context, "cloud", input);

export const getGpuBandwidth: Handler<"gpuBandwidth.get"> = (context, input) => bandwidthOf(context, "gpu", input);
