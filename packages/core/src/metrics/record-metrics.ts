import { METRIC_LIMITS } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { InstanceMetrics, Provider } from "@fulmar/providers";
import { eachProvider } from "../work/each-provider.ts";
import type { WorkerServices } from "../work/worker-services.ts";

const PAGE = 1_000;

const keepDays = statement("vm_metric_keep_days", "SELECT keep_vm_metric_days($1::int)::text AS kept");

// Each minute has one row, so a second run within a minute changes nothing.
const record = statement(
  "vm_metric_record",
  `INSERT INTO vm_metric (workspace_id, vm_id, minute, read_at, cpu_percent, memory_percent, read_bytes, write_bytes, rx_bytes, tx_bytes)
   SELECT v.workspace_id, v.vm_id, date_trunc('minute', now()), now(), m.cpu, m.memory, m.read, m.written, m.rx, m.tx
     FROM unnest($1::text[], $2::real[], $3::real[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[]) AS m (vm_id, cpu, memory, read, written, rx, tx)
     JOIN vm v ON v.vm_id = m.vm_id AND v.deleted_at IS NULL
       ON CONFLICT DO NOTHING`,
);

/**
 * Measures every running VM once a minute, with one statement per 1,000 VMs, and deletes samples older than the
 * retention.
 */
export const recordMetrics: Reconciler<WorkerServices> = {
  name: "record-metrics",
  everyMs: 60_000,
  async run(services, signal) {
    const { sql } = services.database;
    await sql.query(keepDays, [METRIC_LIMITS.retentionDays]);
    const measure = async ({ metrics }: Provider) => {
      for (let after = "", full = true; full; ) {
        const page = await metrics.readMetrics({ after, limit: PAGE }, signal);
        await write(sql, page);
        full = page.length === PAGE;
        after = page.at(-1)?.vmId ?? after;
      }
    };
    await eachProvider(services, measure, signal);
  },
};

async function write(sql: Sql, page: readonly InstanceMetrics[]): Promise<void> {
  if (page.length === 0) return;
  await sql.query(record, [
    page.map((m) => m.vmId),
    page.map((m) => m.cpuPercent),
    page.map((m) => m.memoryPercent),
    page.map((m) => m.readBytes),
    page.map((m) => m.writeBytes),
    page.map((m) => m.rxBytes),
    page.map((m) => m.txBytes),
  ]);
}
