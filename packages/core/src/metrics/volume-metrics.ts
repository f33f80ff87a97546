import { statement } from "@fulmar/prisma";
import { metricRange } from "../query/metric-range.ts";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { increaseOf, isCounted, LONGEST_GAP, lastValues, samplesOf } from "./samples.ts";

const COUNTERS = ["read_bytes", "write_bytes", "read_operations", "write_operations"] as const;

/** SQL: the increase of a counter per second; null without an increase that is known. */
function rateOf(counter: string): string {
  const counted = `FILTER (WHERE ${isCounted([counter])})`;
  return `round((sum(${increaseOf(counter)}) ${counted} / sum(s.seconds) ${counted})::numeric, 2)::float8`;
}

const samples = samplesOf("volume", [...COUNTERS, "used_percent"], {
  ...{ workspace: "$workspace_id::bigint", id: "$volume_id" },
  ...{ from: `$from::timestamptz - ${LONGEST_GAP}`, to: "$to::timestamptz" },
});

const points = statement(
  "volume_metric_points",
  `WITH sample AS (
     SELECT m.*, extract(epoch FROM m.read_at - lag(m.read_at) OVER previous)::float8 AS seconds${lastValues(COUNTERS)}
       FROM ${samples} AS m
     WINDOW previous AS (ORDER BY m.minute)
   ), point AS (
     SELECT date_bin(make_interval(secs => $step_seconds::float8), s.minute, $from::timestamptz) AS at,
            ${COUNTERS.map((counter) => `${rateOf(counter)} AS ${counter}`).join(", ")},
            round(avg(s.used_percent)::numeric, 2)::float8 AS used_percent
       FROM sample s WHERE s.minute >= $from::timestamptz GROUP BY 1
   )
   SELECT p.at, ${COUNTERS.map((counter) => `p.${counter} AS ${counter}_per_second`).join(", ")}, p.used_percent
     FROM volume v LEFT JOIN point p ON true
    WHERE v.workspace_id = $workspace_id::bigint AND v.volume_id = $volume_id ORDER BY p.at`,
);

/** The load of a volume over time. @throws DomainError 400, 404 */
export const getVolumeMetrics: Handler<"volume.metrics"> = async ({ sql, workspace }, { volume_id, ...asked }) => {
  const { from, to, stepSeconds: step_seconds } = metricRange(asked, new Date());
  const rows = await sql.query(points, { workspace_id: workspace.id, volume_id, from, to, step_seconds });
  if (rows.length === 0) throw notFound("volume");
  return {
    ...{ volume_id, from: toTimestamp(from), to: toTimestamp(to), step_seconds },
    points: rows.flatMap(({ at, ...values }) => (at === null ? [] : [{ at: toTimestamp(at), ...values }])),
  };
};
