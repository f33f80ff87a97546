import { METRIC_LIMITS } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import { counted, metricRange } from "../query/metric-range.ts";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { invalidField, notFound } from "../request/domain-error.ts";
import type { WorkerServices } from "../work/worker-services.ts";

const BATCH = 10_000;

// Of a whole balancer, listeners tell what clients got, and targets how long they took.
const COUNTS = [
  "requests",
  "bytes_received",
  "bytes_sent",
  "status_2xx",
  "status_3xx",
  "status_4xx",
  "status_5xx",
] as const;
const summed = COUNTS.map((column) => {
  const sum = `sum(m.${column}) FILTER (WHERE m.part = coalesce($part, 'listener'))`;
  return `${counted(`coalesce(${sum}, 0)`)}::float8 AS ${column}`;
}).join(", ");
const shown = COUNTS.map((column) => `p.${column}`).join(", ");

const points = statement(
  "load_balancer_metric_points",
  `SELECT p.at, ${shown}, p.errors, p.response_ms
     FROM load_balancer b LEFT JOIN (
            SELECT date_bin(make_interval(secs => $step_seconds::float8), m.minute, $from::timestamptz) AS at,
                   ${summed}, ${counted("sum(m.errors)")}::float8 AS errors,
                   (sum(m.response_ms) FILTER (WHERE m.response_ms > 0)
                     / nullif(sum(m.requests) FILTER (WHERE m.response_ms > 0), 0))::float8 AS response_ms
              FROM load_balancer_metric m
             WHERE m.workspace_id = $workspace_id::bigint AND m.load_balancer_id = $load_balancer_id
               AND m.minute >= $from::timestamptz AND m.minute < $to::timestamptz
               AND ($part::text IS NULL OR m.part = $part AND m.part_id = $part_id)
             GROUP BY 1
          ) AS p ON true
    WHERE b.workspace_id = $workspace_id::bigint AND b.load_balancer_id = $load_balancer_id ORDER BY p.at`,
);

const forget = statement(
  "load_balancer_metric_forget",
  `DELETE FROM load_balancer_metric WHERE (workspace_id, load_balancer_id, minute, part_id) IN (
     SELECT workspace_id, load_balancer_id, minute, part_id FROM load_balancer_metric
      WHERE minute < now() - interval '${METRIC_LIMITS.retentionDays} days' ORDER BY minute LIMIT ${BATCH})
   RETURNING 1 AS one`,
);

/** Returns what a load balancer, a listener or a target did over time. */
export const getMetrics: Handler<"loadBalancer.metrics"> = async (
  { sql, workspace },
  { load_balancer_id, listener_id, target_id, ...asked },
) => {
  if (listener_id !== undefined && target_id !== undefined)
    throw invalidField("target_id", "must not be given together with listener_id");
  const { from, to, stepSeconds } = metricRange(asked, new Date());
  const part = listener_id !== undefined ? "listener" : target_id !== undefined ? "target" : null;
  const rows = await sql.query(points, {
    workspace_id: workspace.id,
    load_balancer_id,
    from,
    to,
    step_seconds: stepSeconds,
    part,
    part_id: listener_id ?? target_id ?? "",
  });
  if (rows.length === 0) throw notFound("load balancer");
  return {
    load_balancer_id,
    from: toTimestamp(from),
    to: toTimestamp(to),
    step_seconds: stepSeconds,
    points: rows.flatMap(({ at, response_ms, ...counts }) =>
      at === null
        ? []
        : [
            {
              at: toTimestamp(at),
              requests: counts.requests ?? 0,
              bytes_received: counts.bytes_received ?? 0,
              bytes_sent: counts.bytes_sent ?? 0,
              status_2xx: counts.status_2xx ?? 0,
              status_3xx: counts.status_3xx ?? 0,
              status_4xx: counts.status_4xx ?? 0,
              status_5xx: counts.status_5xx ?? 0,
              errors: counts.errors ?? 0,
              response_ms,
            },
          ],
    ),
  };
};

/** Deletes counts that are older than the retention. */
export const forgetBalancerMetrics: Reconciler<Pick<WorkerServices, "database">> = {
  name: "forget-load-balancer-metrics",
  everyMs: 600_000,
  async run({ database: { sql } }, signal) {
    for (let gone = BATCH; gone === BATCH && !signal.aborted; ) gone = (await sql.query(forget)).length;
  },
};
