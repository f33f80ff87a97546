import { statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { CURRENCY } from "./price-list.ts";

const hourText = (moment: string) => `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')`;

/**
 * SQL of a lateral table with one row: what the workspace `w` of the meter `m` has cost in the month (UTC), what it
 * costs in an hour now, and what the month will have cost at its end. `spent` is what the ledger took, which an index
 * has by the hour. What is charged now is charged until the end of the month, from the last metered hour on, at
 * today's prices. Transfer has no charges: it goes on as in the last 24 hours, or since the workspace exists.
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
        SELECT coalesce(sum(s.hourly_price * c.quantity) FILTER (WHERE c.charged_until IS NULL), 0) AS hourly,
               coalesce(sum(s.hourly_price * c.quantity * greatest(extract(
                 epoch FROM least(c.charged_until, span.until) - greatest(c.charged_from, span.metered)), 0)), 0)
                 / 3600 AS rest
          FROM charge c JOIN sku s ON s.sku_code = c.sku_code
         WHERE c.workspace_id = w.workspace_id
           AND (c.charged_until IS NULL OR c.charged_until > span.metered)) AS charged
     CROSS JOIN LATERAL (
        SELECT coalesce(sum(ceil(t.bytes / 1048576.0) * s.hourly_price), 0)
                 / greatest(1, least(24, ceil(extract(epoch FROM span.metered - w.created_at) / 3600))) AS hourly
          FROM transfer t JOIN sku s ON s.sku_code = t.sku_code
         WHERE t.workspace_id = w.workspace_id AND t.hour >= span.metered - interval '24 hours'
           AND t.hour < span.metered) AS moved)`;
}

const forecast = statement(
  "usage_forecast",
  `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS month, trim_scale(cost.spent)::text AS spent,
          trim_scale(cost.hourly_rate)::text AS hourly_rate,
          trim_scale(cost.expected)::text AS expected, m.metered_until
     FROM workspace w JOIN meter m ON m.organization_id = w.organization_id CROSS JOIN ${monthCost("now()")} AS cost
    WHERE w.workspace_id = $workspace_id::bigint`,
  { present: ["month"] },
);

/** The cost of the workspace this month: so far, now, and at the end of the month. */
export const forecastUsage: Handler<"usage.forecast"> = async ({ sql, workspace }) => {
  const row = await sql.one(forecast, { workspace_id: workspace.id });
  return { ...row, metered_until: toTimestamp(row.metered_until), currency: CURRENCY };
};
