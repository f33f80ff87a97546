import type { OperationById, ParsedInput, VmMetric, VmMetrics, VmType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { vmNoun } from "../compute/index.ts";
import { metricRange } from "../query/metric-range.ts";
import { toTimestamp } from "../query/wire-form.ts";
import type { InWorkspace } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { increaseOf, isCounted, LONGEST_GAP, lastValues, samplesOf } from "./samples.ts";

/** SQL: the increase of a counter per second. */
function rateOf(counter: string): string {
  return `sum(${increaseOf(counter)})::float8 / sum(s.seconds)`;
}

/** SQL for each step: the mean of one column, or the rates of two counters. */
const SHOWN: Readonly<Record<VmMetric, readonly [string, string]>> = {
  cpu: ["avg(s.cpu_percent)", "0"],
  memory: ["avg(s.memory_percent)", "0"],
  disk: [rateOf("read_bytes"), rateOf("write_bytes")],
  network: [rateOf("rx_bytes"), rateOf("tx_bytes")],
};
const COUNTERS: Readonly<Record<VmMetric, readonly string[]>> = {
  cpu: [],
  memory: [],
  disk: ["read_bytes", "write_bytes"],
  network: ["rx_bytes", "tx_bytes"],
};
const GAUGES: Readonly<Record<VmMetric, readonly string[]>> = {
  cpu: ["cpu_percent"],
  memory: ["memory_percent"],
  disk: [],
  network: [],
};

function pointsOf<const Metric extends VmMetric>(metric: Metric) {
  const counters = COUNTERS[metric];
  const measured = counters.length > 0 ? `AND ${isCounted(counters)}` : "";
  const [first, second] = SHOWN[metric];
  const samples = samplesOf("vm", [...GAUGES[metric], ...counters], {
    ...{ workspace: "$workspace_id::bigint", id: "$vm_id" },
    ...{ from: `$from::timestamptz - ${LONGEST_GAP}`, to: "$to::timestamptz" },
  });
  return statement(
    `vm_metric_points_${metric}`,
    `WITH sample AS (
       SELECT m.*,
              extract(epoch FROM m.read_at - lag(m.read_at) OVER previous)::float8 AS seconds${lastValues(counters)}
         FROM ${samples} AS m
       WINDOW previous AS (ORDER BY m.minute)
     ), point AS (
       SELECT date_bin(make_interval(secs => $step_seconds::float8), s.minute, $from::timestamptz) AS at,
              round((${first})::numeric, 2)::float8 AS first, round((${second})::numeric, 2)::float8 AS second
         FROM sample s WHERE s.minute >= $from::timestamptz ${measured}
        GROUP BY 1
     )
     SELECT p.at, p.first, p.second FROM vm v LEFT JOIN point p ON true
      WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.type = $type::vm_type ORDER BY p.at`,
  );
}

const points = {
  cpu: pointsOf("cpu"),
  memory: pointsOf("memory"),
  disk: pointsOf("disk"),
  network: pointsOf("network"),
};

/** Reads a metric of a VM in one round trip. @throws DomainError 400, 404 */
export async function getMetrics(
  { sql, workspace }: InWorkspace,
  type: VmType,
  { vm_id, metric, ...asked }: ParsedInput<OperationById<"metrics.get">>,
): Promise<VmMetrics> {
  const { from, to, stepSeconds: step_seconds } = metricRange(asked, new Date());
  const rows = await sql.query(points[metric], { workspace_id: workspace.id, vm_id, type, from, to, step_seconds });
  if (rows.length === 0) throw notFound(vmNoun(type));
  const head = { vm_id, from: toTimestamp(from), to: toTimestamp(to), step_seconds };
  const measured = rows.flatMap(({ at, first, second }) =>
    at === null || first === null || second === null ? [] : [{ at: toTimestamp(at), first, second }],
  );
  switch (metric) {
    case "cpu":
      return { ...head, metric, points: measured.map(({ at, first }) => ({ at, cpu_percent: first })) };
    case "memory":
      return { ...head, metric, points: measured.map(({ at, first }) => ({ at, memory_percent: first })) };
    case "disk":
      return {
        ...head,
        metric,
        points: measured.map(({ at, first, second }) => ({
          at,
          read_bytes_per_second: first,
          write_bytes_per_second: second,
        })),
      };
    case "network":
      return {
        ...head,
        metric,
        points: measured.map(({ at, first, second }) => ({
          at,
          rx_bytes_per_second: first,
          tx_bytes_per_second: second,
        })),
      };
  }
}
