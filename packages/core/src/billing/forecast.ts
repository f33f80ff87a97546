import { statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { monthCost } from "./month-cost.ts";
import { CURRENCY } from "./price-list.ts";

const forecast = statement(
  "usage_forecast",
  `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS month, trim_scale(cost.spent)::text AS spent,
          trim_scale(cost.hourly_rate)::text AS hourly_rate,
          trim_scale(cost.expected)::text AS expected, m.metered_until
     FROM workspace w JOIN meter m ON m.organization_id = w.organization_id CROSS JOIN ${monthCost("now()")} AS cost
    WHERE w.workspace_id = $workspace_id::bigint`,
  { present: ["month"] },
);

/** What the workspace has cost this month, costs now, and will have cost at the end of the month. */
export const forecastUsage: Handler<"usage.forecast"> = async ({ sql, workspace }) => {
  const [row] = await sql.query(forecast, { workspace_id: workspace.id });
  if (row === undefined) throw new Error("the workspace has no meter");
  return { ...row, metered_until: toTimestamp(row.metered_until), currency: CURRENCY };
};
