import { METRIC_LIMITS } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import { counted, metricRange } from "../query/metric-range.ts";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import type { WorkerServices } from "../work/worker-services.ts";

const BATCH = 10_000;

const COUNTS = [
  "requests",
  "cache_hits",
  "bytes_sent",
  "status_2xx",
  "status_3xx",
  "status_4xx",
  "status_5xx",
] as const;
const summed = COUNTS.map((column) => `${counted(`sum(m.${column})`)}::float8 AS ${column}`).join(", ");
const shown = COUNTS.map((column) => `p.${column}`).join(", ");

/** Parameters: workspace, distribution, from, to, step in seconds. */
const points = statement(
  "cdn_metric_points",
  `SELECT p.at, ${shown}
     FROM cdn_distribution d LEFT JOIN (
            SELECT date_bin(make_interval(secs => $step_seconds::float8), m.minute, $from::timestamptz) AS at, ${summed}
              FROM cdn_metric m
             WHERE m.workspace_id = $workspace_id::bigint AND m.distribution_id = $distribution_id
               AND m.minute >= $from::timestamptz AND m.minute < $to::timestamptz
             GROUP BY 1
          ) AS p ON true
    WHERE d.workspace_id = $workspace_id::bigint AND d.distribution_id = $distribution_id ORDER BY p.at`,
);

const forget = statement(
  "cdn_metric_forget",
  `DELETE FROM cdn_metric WHERE (workspace_id, distribution_id, minute) IN (
     SELECT workspace_id, distribution_id, minute FROM cdn_metric
      WHERE minute < now() - interval '${METRIC_LIMITS.retentionDays} days' ORDER BY minute LIMIT ${BATCH})
   RETURNING 1 AS one`,
);

/** Returns what visitors asked of a distribution over time. */
export const getMetrics: Handler<"cdnMetrics.get"> = async ({ sql, workspace }, { distribution_id, ...asked }) => {
  const { from, to, stepSeconds } = metricRange(asked, new Date());
  const rows = await sql.query(points, {
    workspace_id: workspace.id,
    distribution_id,
    from,
    to,
    step_seconds: stepSeconds,
  });
  if (rows.length === 0) throw notFound("CDN distribution");
  return {
    distribution_id,
    from: toTimestamp(from),
    to: toTimestamp(to),
    step_seconds: stepSeconds,
    points: rows.flatMap(({ at, ...counts }) =>
      at === null
        ? []
        : [
            {
              at: toTimestamp(at),
              requests: counts.requests ?? 0,
              cache_hits: counts.cache_hits ?? 0,
              bytes_sent: counts.bytes_sent ?? 0,
              status_2xx: counts.status_2xx ?? 0,
              status_3xx: counts.status_3xx ?? 0,
              status_4xx: counts.status_4xx ?? 0,
              status_5xx: counts.status_5xx ?? 0,
            },
          ],
    ),
  };
};

/** Deletes counts that are older than the retention. */
export const forgetCdnMetrics: Reconciler<Pick<WorkerServices, "database">> = {
  name: "forget-cdn-metrics",
  everyMs: 600_000,
  async run({ database: { sql } }, signal) {
    for (let gone = BATCH; gone === BATCH && !signal.aborted; ) gone = (await sql.query(forget)).length;
  },
};
