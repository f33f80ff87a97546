import type { GpuMetrics } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { vmNoun } from "../compute/index.ts";
import { metricRange } from "../query/metric-range.ts";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { samplesOf } from "./samples.ts";

/** SQL: the mean of one of the three numbers of a GPU, which the array has in tenths. */
function meanOf(place: 0 | 1 | 2): string {
  return `round(avg(r.value) FILTER (WHERE (r.nth - 1) % 3 = ${place}) / 10, 1)::float8`;
}

const samples = samplesOf("vm", ["gpus"], {
  ...{ workspace: "$workspace_id::bigint", id: "$vm_id" },
  ...{ from: "$from::timestamptz", to: "$to::timestamptz" },
});

const points = statement(
  "gpu_metric_points",
  `WITH reading AS (
     SELECT date_bin(make_interval(secs => $step_seconds::float8), m.minute, $from::timestamptz) AS at, g.nth, g.value
       FROM ${samples} AS m CROSS JOIN LATERAL unnest(m.gpus) WITH ORDINALITY AS g (value, nth)
   ), point AS (
     SELECT r.at, (r.nth - 1) / 3 AS gpu,
            ${meanOf(0)} AS utilisation_percent, ${meanOf(1)} AS memory_percent, ${meanOf(2)} AS temperature_celsius
       FROM reading r GROUP BY 1, 2
   )
   SELECT p.at, p.utilisation_percent, p.memory_percent, p.temperature_celsius FROM vm v LEFT JOIN point p ON true
    WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.type = 'gpu' ORDER BY p.at, p.gpu`,
);

/** The load of the GPUs of a VM over time. @throws DomainError 400, 404 */
export const getGpuMetrics: Handler<"gpuMetrics.gpus"> = async ({ sql, workspace }, { vm_id, ...asked }) => {
  const { from, to, stepSeconds: step_seconds } = metricRange(asked, new Date());
  const rows = await sql.query(points, { workspace_id: workspace.id, vm_id, from, to, step_seconds });
  if (rows.length === 0) throw notFound(vmNoun("gpu"));
  const steps = new Map<string, GpuMetrics["points"][number]>();
  for (const { at: moment, ...gpu } of rows) {
    if (moment === null) continue;
    const at = toTimestamp(moment);
    const step = steps.get(at) ?? { at, gpus: [] };
    step.gpus.push(gpu);
    steps.set(at, step);
  }
  return { vm_id, from: toTimestamp(from), to: toTimestamp(to), step_seconds, points: [...steps.values()] };
};
