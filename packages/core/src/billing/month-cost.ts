import { statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { CURRENCY_COLUMN } from "./currency.ts";
import { spentOn } from "./meter-usage.ts";

const hourText = (moment: string) => `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')`;

/** SQL of the part of `units` that is paid when the first `free` ones are not. `units` are only counted where some are. */
function paidShare(free: string, units: string): string {
  return `CASE WHEN p.free_quantity > 0 THEN 1 - least(1, greatest(0, ${free}) / nullif(${units}, 0)) ELSE 1 END`;
}

/**
 * SQL of a lateral table with one row: what the workspace `w` of the meter `m` has cost in the month (UTC), what it
 * costs in an hour now, and what the month will have cost at its end. `spent` is what the ledger took, which an index
 * has by the hour. What is charged now is charged until the end of the month, from the last metered hour on, at
 * today's prices, up to their monthly caps. Transfer has no charges: it goes on as in the last 24 hours, or since the
 * workspace exists. What is free is shared by the workspaces of the organization in proportion to what they use.
 * @param now SQL of the moment
 */
export function monthCost(now: string): string {
  return `LATERAL (
    SELECT ledger.spent, round(charged.hourly + moved.hourly, 8) AS hourly_rate,
           round(ledger.spent + charged.rest
                   + moved.hourly * greatest(extract(epoch FROM span.until - span.metered), 0) / 3600, 8) AS expected
      FROM (SELECT since, date_trunc('month', since + interval '32 days', 'UTC') AS until,
                   greatest(m.metered_until, since) AS metered
              FROM (SELECT date_trunc('month', ${now}, 'UTC') AS since) AS month) AS span
     CROSS JOIN LATERAL (
        SELECT coalesce(-sum(e.amount), 0) AS spent FROM ledger_entry e
         WHERE e.kind = 'usage' AND e.workspace_id = w.workspace_id AND e.reference >= ${hourText("span.since")}
           AND e.reference < ${hourText("span.until")}) AS ledger
     CROSS JOIN LATERAL (
        WITH due AS (
          SELECT c.*, c.quantity * greatest(extract(
                   epoch FROM least(c.charged_until, span.until) - greatest(c.charged_from, span.metered)), 0)
                   AS unit_seconds
            FROM charge c
           WHERE c.workspace_id = w.workspace_id AND (c.charged_until IS NULL OR c.charged_until > span.metered)
        ), product AS (
          SELECT sums.*, p.monthly_cap, p.hourly_price * ${paidShare(
            "p.free_quantity",
            `(SELECT sum(c.quantity) FROM workspace o JOIN charge c USING (workspace_id)
               WHERE o.organization_id = w.organization_id AND c.sku_code = sums.sku_code AND c.charged_until IS NULL)`,
          )} AS hourly_price
            FROM (SELECT sku_code, sum(quantity) FILTER (WHERE charged_until IS NULL) AS units,
                         sum(unit_seconds) AS unit_seconds
                    FROM due GROUP BY sku_code) AS sums
           CROSS JOIN LATERAL price_of(w.organization_id, sums.sku_code, ${now}) AS p
        ), beyond AS (
          SELECT coalesce(sum(greatest(0, r.amount - greatest(0, r.cap - r.spent))), 0) AS amount
            FROM (SELECT sum(p.hourly_price * d.unit_seconds) / 3600 AS amount, max(d.quantity) * p.monthly_cap AS cap,
                         ${spentOn("d", "span.since", "span.until")} AS spent
                    FROM product p JOIN due d USING (sku_code) WHERE p.monthly_cap IS NOT NULL
                   GROUP BY d.workspace_id, d.resource_type, d.resource_id, d.sku_code, p.monthly_cap) AS r
        )
        SELECT coalesce(sum(hourly_price * units), 0) AS hourly,
               coalesce(sum(hourly_price * unit_seconds), 0) / 3600 - (SELECT amount FROM beyond) AS rest
          FROM product) AS charged
     CROSS JOIN LATERAL (
        SELECT coalesce(sum(due.megabytes / pace.hours * p.hourly_price * ${paidShare(
          `p.free_quantity - coalesce((SELECT m.units FROM transfer_month m
              WHERE m.organization_id = w.organization_id AND m.sku_code = due.sku_code
                AND m.month = (span.since AT TIME ZONE 'UTC')::date), 0)`,
          `(SELECT sum(ceil(t.bytes / 1048576.0)) / pace.hours * extract(epoch FROM span.until - span.metered) / 3600
              FROM workspace o JOIN transfer t USING (workspace_id)
             WHERE o.organization_id = w.organization_id AND t.sku_code = due.sku_code
               AND t.hour >= span.metered - interval '24 hours' AND t.hour < span.metered)`,
        )}), 0) AS hourly
          FROM (SELECT greatest(1, least(24, ceil(extract(epoch FROM span.metered - w.created_at) / 3600))) AS hours)
                 AS pace
         CROSS JOIN (SELECT t.sku_code, sum(ceil(t.bytes / 1048576.0)) AS megabytes FROM transfer t
                 WHERE t.workspace_id = w.workspace_id AND t.hour >= span.metered - interval '24 hours'
                   AND t.hour < span.metered
                 GROUP BY t.sku_code) AS due
         CROSS JOIN LATERAL price_of(w.organization_id, due.sku_code, ${now}) AS p) AS moved)`;
}

const forecast = statement(
  "usage_forecast",
  `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS month, trim_scale(cost.spent)::text AS spent,
          trim_scale(cost.hourly_rate)::text AS hourly_rate,
          trim_scale(cost.expected)::text AS expected, m.metered_until, ${CURRENCY_COLUMN}
     FROM workspace w JOIN meter m ON m.organization_id = w.organization_id CROSS JOIN ${monthCost("now()")} AS cost
    WHERE w.workspace_id = $workspace_id::bigint`,
  { present: ["month", "expected", "currency"] },
);

/** The cost of the workspace this month: so far, now, and at the end of the month. */
export const forecastUsage: Handler<"usage.forecast"> = async ({ sql, workspace }) => {
  const row = await sql.one(forecast, { workspace_id: workspace.id });
  return { ...row, metered_until: toTimestamp(row.metered_until) };
};
