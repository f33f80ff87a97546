import { METRIC_LIMITS } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { GpuLoad, InstanceMetrics, Provider, VolumeMetrics } from "@fulmar/providers";
import { eachProvider, providerLanes } from "../work/each-provider.ts";
import type { WorkerServices } from "../work/worker-services.ts";

const PAGE = 1_000;

const keepDays = statement("metric_keep_days", "SELECT keep_metric_days($retention_days::int)::text AS kept");

// Each minute has one row, so a second run within a minute changes nothing. An array of arrays would have to be a
// matrix, so the numbers of GPUs come as texts.
const record = statement(
  "vm_metric_record",
  `INSERT INTO vm_metric (workspace_id, vm_id, minute, read_at, cpu_percent, memory_percent, read_bytes, write_bytes,
                          rx_bytes, tx_bytes, gpus)
   SELECT v.workspace_id, v.vm_id, date_trunc('minute', now()), now(), m.cpu, m.memory, m.read, m.written, m.rx, m.tx,
          m.gpus::smallint[]
     FROM unnest($vm_ids::text[], $cpu_percents::real[], $memory_percents::real[], $read_bytes::bigint[],
                 $write_bytes::bigint[], $rx_bytes::bigint[], $tx_bytes::bigint[], $gpus::text[])
          AS m (vm_id, cpu, memory, read, written, rx, tx, gpus)
     JOIN vm v ON v.vm_id = m.vm_id AND v.deleted_at IS NULL
       ON CONFLICT DO NOTHING`,
);

const recordVolumes = statement(
  "volume_metric_record",
  `INSERT INTO volume_metric (workspace_id, volume_id, minute, read_at, read_bytes, write_bytes, read_operations,
                              write_operations, used_percent)
   SELECT v.workspace_id, v.volume_id, date_trunc('minute', now()), now(), m.read, m.written, m.reads, m.writes, m.used
     FROM unnest($volume_ids::text[], $read_bytes::bigint[], $write_bytes::bigint[], $read_operations::bigint[],
                 $write_operations::bigint[], $used_percents::real[])
                   AS m (volume_id, read, written, reads, writes, used)
     JOIN volume v ON v.volume_id = m.volume_id AND v.deleted_at IS NULL
       ON CONFLICT DO NOTHING`,
);

/** Makes the tables of the next hours, and drops samples older than the retention. */
export const keepMetricHours: Reconciler<Pick<WorkerServices, "database">> = {
  name: "keep-metric-hours",
  everyMs: 60_000,
  async run({ database: { sql } }) {
    await sql.query(keepDays, { retention_days: METRIC_LIMITS.retentionDays });
  },
};

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
    while (!signal.aborted) {
      const { packed } = await sql.one(pack, { minutes_after: MINUTES_AFTER });
      if (packed === null) return;
    }
  },
};

/** Measures every running VM and its volumes once a minute, with one statement per 1,000 VMs and per 1,000 volumes. */
export const recordMetrics: Reconciler<WorkerServices> = {
  name: "record-metrics",
  // A run begins up to a second late, and each minute should have one.
  everyMs: 59_000,
  steady: true,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const measure = async ({ metrics }: Provider) => {
      const pages = services.pages();
      for (let after = "", full = true; full; ) {
        const page = await metrics.readMetrics({ after, limit: PAGE }, signal);
        await write(pages, page);
        full = page.length === PAGE;
        after = page.at(-1)?.vmId ?? after;
      }
      for (let after = "", full = true; full; ) {
        const page = await metrics.readVolumeMetrics({ after, limit: PAGE }, signal);
        await writeVolumes(pages, page);
        full = page.length === PAGE;
        after = page.at(-1)?.volumeId ?? after;
      }
    };
    await eachProvider(services, measure, signal, lane);
  },
};

async function write(sql: Sql, page: readonly InstanceMetrics[]): Promise<void> {
  if (page.length === 0) return;
  await sql.query(record, {
    vm_ids: page.map((m) => m.vmId),
    cpu_percents: page.map((m) => m.cpuPercent),
    memory_percents: page.map((m) => m.memoryPercent),
    read_bytes: page.map((m) => m.readBytes),
    write_bytes: page.map((m) => m.writeBytes),
    rx_bytes: page.map((m) => m.rxBytes),
    tx_bytes: page.map((m) => m.txBytes),
    gpus: page.map((m) => (m.gpus === null ? null : gpuArray(m.gpus))),
  });
}

/** PostgreSQL's text of an array: utilisation, memory and temperature of each GPU, in tenths. */
function gpuArray(gpus: readonly GpuLoad[]): string {
  const values = gpus.flatMap((gpu) => [gpu.utilisationPercent, gpu.memoryPercent, gpu.temperatureCelsius]);
  return `{${values.map((value) => (value === null ? "NULL" : Math.round(10 * value))).join(",")}}`;
}

async function writeVolumes(sql: Sql, page: readonly VolumeMetrics[]): Promise<void> {
  if (page.length === 0) return;
  await sql.query(recordVolumes, {
    volume_ids: page.map((m) => m.volumeId),
    read_bytes: page.map((m) => m.readBytes),
    write_bytes: page.map((m) => m.writeBytes),
    read_operations: page.map((m) => m.readOperations),
    write_operations: page.map((m) => m.writeOperations),
    used_percents: page.map((m) => m.usedPercent),
  });
}
