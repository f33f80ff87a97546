import { Alert } from "@fulmar/contract";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { found } from "../request/domain-error.ts";
import { readableMetrics, requireMetric } from "./readable-metrics.ts";

const COLUMNS = `a.alert_id, a.alert_rule_id, a.rule_name, a.metric, a.comparison, a.threshold, a.minutes,
  a.resource_id, a.resource_type, a.resource_name, a.value, a.began_at, a.ended_at, a.end_reason`;

// A rule and a resource have an index each. What fires is in an index of its own, and there is little of it.
const listOf = (which: string) =>
  `SELECT ${COLUMNS} FROM alert a
    WHERE a.workspace_id = $workspace_id::bigint AND a.alert_id < $after AND ${which}
      AND ($alert_rule_id::text IS NULL OR a.alert_rule_id = $alert_rule_id)
      AND ($resource_id::text IS NULL OR a.resource_id = $resource_id) AND a.metric = ANY ($metrics::text[])
    ORDER BY a.alert_id DESC LIMIT $limit::int`;
const lists = {
  all: statement("alert_list", listOf("true")),
  firing: statement("alert_list_firing", listOf("a.ended_at IS NULL")),
  ended: statement("alert_list_ended", listOf("a.ended_at IS NOT NULL")),
};

const get = lookup(
  "alert_get",
  `SELECT ${COLUMNS} FROM alert a WHERE a.workspace_id = $workspace_id::bigint AND a.alert_id = $alert_id`,
);

const shown = wireForm(Alert.omit({ status: true }));

function toAlert(row: RowOf<typeof get>): Alert {
  return { ...shown(row), status: row.ended_at === null ? "firing" : "ended" };
}

/** The alerts of resources that the caller may read. */
export const listAlerts: Handler<"alert.list"> = async (
  { sql, workspace, caller },
  { limit, cursor, status, alert_rule_id, resource_id },
) => {
  const rows = await sql.query(lists[status ?? "all"], {
    workspace_id: workspace.id,
    after: olderThan(cursor, "alt"),
    ...{ alert_rule_id, resource_id },
    metrics: readableMetrics(caller),
    limit: limit + 1,
  });
  return toPage(rows, limit, (row) => row.alert_id, toAlert);
};

export const getAlert: Handler<"alert.get"> = async ({ sql, workspace, caller }, { alert_id }) => {
  const row = found(await sql.maybe(get, { workspace_id: workspace.id, alert_id }), "alert");
  requireMetric(caller, row.metric);
  return toAlert(row);
};
