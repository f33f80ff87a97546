import { AlertRule, AlertRuleState } from "@fulmar/contract";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import { decodeCursor, olderThan, toPage } from "../query/paging.ts";
import { contains } from "../query/search.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { found, notFound } from "../request/domain-error.ts";
import { NEWER_THAN_ALL, newId } from "../request/identifiers.ts";
import { readableMetrics, requireMetric } from "./readable-metrics.ts";

const COLUMNS = `r.alert_rule_id, r.name, r.description, r.metric, r.comparison, r.threshold, r.minutes, r.resource_ids,
  r.tag, r.notify_admins, r.notify_user_ids, r.enabled, r.created_at, r.updated_at`;
const FIRING = `(SELECT count(*)::int FROM alert a
     WHERE a.workspace_id = r.workspace_id AND a.alert_rule_id = r.alert_rule_id AND a.ended_at IS NULL)`;
const MINE = "r.workspace_id = $workspace_id::bigint AND r.alert_rule_id = $alert_rule_id";

const list = statement(
  "alert_rule_list",
  `SELECT ${COLUMNS}, ${FIRING} AS firing_count FROM alert_rule r
    WHERE r.workspace_id = $workspace_id::bigint AND r.alert_rule_id < $after
      AND ($name::text IS NULL OR r.name = $name) AND ${contains("r.name", "$search")}
      AND ($metric::text IS NULL OR r.metric = $metric)
    ORDER BY r.alert_rule_id DESC LIMIT $limit::int`,
);

const get = lookup("alert_rule_get", `SELECT ${COLUMNS}, ${FIRING} AS firing_count FROM alert_rule r WHERE ${MINE}`);

const insert = statement(
  "alert_rule_insert",
  `INSERT INTO alert_rule AS r (workspace_id, alert_rule_id, name, description, metric, comparison, threshold, minutes,
                                resource_ids, tag,
          notify_admins, notify_user_ids, enabled)
   VALUES ($workspace_id::bigint, $alert_rule_id, $name, $description, $metric, $comparison, $threshold, $minutes,
           $resource_ids, $tag, $notify_admins, $notify_user_ids, $enabled) RETURNING ${COLUMNS}`,
);

// A new condition begins to count anew where it does not fire. A selection may be set to null, so `sets_…` says it.
const update = statement(
  "alert_rule_update",
  `WITH changed AS (
     UPDATE alert_rule r SET name = coalesce($name, r.name), description = coalesce($description, r.description),
            comparison = coalesce($comparison, r.comparison), threshold = coalesce($threshold::float8, r.threshold),
            minutes = coalesce($minutes::int, r.minutes),
            resource_ids = CASE WHEN $sets_resource_ids::boolean THEN $resource_ids::text[] ELSE r.resource_ids END,
            tag = CASE WHEN $sets_tag::boolean THEN $tag ELSE r.tag END,
            notify_admins = coalesce($notify_admins::boolean, r.notify_admins),
            notify_user_ids = coalesce($notify_user_ids::text[], r.notify_user_ids),
            enabled = coalesce($enabled::boolean, r.enabled), updated_at = now()
      WHERE ${MINE} AND r.metric = ANY ($metrics::text[]) RETURNING r.workspace_id, ${COLUMNS}
   ), forgotten AS (
     DELETE FROM alert_state s USING changed c
      WHERE s.workspace_id = c.workspace_id AND s.alert_rule_id = c.alert_rule_id AND NOT c.enabled
   ), counted AS (
     UPDATE alert_state s SET breached_since = NULL FROM changed c
      WHERE s.workspace_id = c.workspace_id AND s.alert_rule_id = c.alert_rule_id AND c.enabled AND s.state <> 'firing'
        AND s.breached_since IS NOT NULL AND num_nonnulls($comparison, $threshold::float8, $minutes::int) > 0
   ), ended AS (
     UPDATE alert a SET ended_at = now(), end_reason = 'rule_disabled' FROM changed c
      WHERE a.workspace_id = c.workspace_id AND a.alert_rule_id = c.alert_rule_id AND a.ended_at IS NULL
        AND NOT c.enabled
   )
   SELECT ${COLUMNS}, CASE WHEN r.enabled THEN ${FIRING} ELSE 0 END AS firing_count FROM changed r`,
);

const remove = statement(
  "alert_rule_delete",
  `WITH gone AS (
     DELETE FROM alert_rule r WHERE ${MINE} AND r.metric = ANY ($metrics::text[])
     RETURNING r.workspace_id, r.alert_rule_id
   ), ended AS (
     UPDATE alert a SET ended_at = now(), end_reason = 'rule_deleted' FROM gone g
      WHERE a.workspace_id = g.workspace_id AND a.alert_rule_id = g.alert_rule_id AND a.ended_at IS NULL
   )
   SELECT alert_rule_id FROM gone`,
);

const states = statement(
  "alert_state_list",
  `SELECT r.metric, s.resource_id, s.resource_type, s.resource_name, s.state, s.since, s.breached_since
     FROM alert_rule r LEFT JOIN LATERAL (
       SELECT * FROM alert_state s
        WHERE s.workspace_id = r.workspace_id AND s.alert_rule_id = r.alert_rule_id
          AND s.resource_id < $after AND ($state::text IS NULL OR s.state = $state)
        ORDER BY s.resource_id DESC LIMIT $limit::int) s ON true
    WHERE ${MINE} ORDER BY s.resource_id DESC`,
);

const shownRule = wireForm(AlertRule);
const shownState = wireForm(AlertRuleState);

function toRule(row: RowOf<typeof get>): AlertRule {
  return shownRule({ ...row, firing_count: row.firing_count ?? 0 });
}

export const listRules: Handler<"alertRule.list"> = async (
  { sql, workspace },
  { limit, cursor, name, search, metric },
) => {
  const after = olderThan(cursor, "alr");
  const rows = await sql.query(list, { workspace_id: workspace.id, after, name, search, metric, limit: limit + 1 });
  return toPage(rows, limit, (row) => row.alert_rule_id, toRule);
};

/** The database refuses a name that is taken, one rule too many, and resources and members that do not exist. */
export const createRule: Handler<"alertRule.create"> = async ({ sql, workspace }, given) => {
  const row = await sql.one(insert, { workspace_id: workspace.id, alert_rule_id: newId("alr"), ...given });
  return toRule({ ...row, firing_count: 0 });
};

export const getRule: Handler<"alertRule.get"> = async ({ sql, workspace }, { alert_rule_id }) => {
  return toRule(found(await sql.maybe(get, { workspace_id: workspace.id, alert_rule_id }), "alert rule"));
};

/** A rule that is switched off forgets its states, and its alerts end. */
export const updateRule: Handler<"alertRule.update"> = async (context, { alert_rule_id, ...changes }) => {
  const { sql, workspace, caller } = context;
  const { name, description, comparison, threshold, minutes } = changes;
  const { resource_ids, tag, notify_admins, notify_user_ids, enabled } = changes;
  const row = await sql.maybe(update, {
    ...{ workspace_id: workspace.id, alert_rule_id, metrics: readableMetrics(caller) },
    ...{ name, description, comparison, threshold, minutes, notify_admins, notify_user_ids, enabled },
    ...{ sets_resource_ids: resource_ids !== undefined, resource_ids },
    ...{ sets_tag: tag !== undefined, tag },
  });
  if (row === undefined) return refuseChange(context, alert_rule_id);
  return toRule(row);
};

/** Its alerts end, which names the resources. */
export const deleteRule: Handler<"alertRule.delete"> = async (context, { alert_rule_id }) => {
  const { sql, workspace, caller } = context;
  const metrics = readableMetrics(caller);
  const row = await sql.maybe(remove, { workspace_id: workspace.id, alert_rule_id, metrics });
  if (row === undefined) return refuseChange(context, alert_rule_id);
  return { status: "deleted", id: alert_rule_id };
};

/** @throws DomainError 404, or 403 for a rule of resources that the caller may not read */
async function refuseChange({ sql, workspace, caller }: RequestContext, id: string): Promise<never> {
  const rule = await sql.maybe(get, { workspace_id: workspace.id, alert_rule_id: id });
  if (rule !== undefined) requireMetric(caller, rule.metric);
  throw notFound("alert rule");
}

export const listStates: Handler<"alertRule.states"> = async (
  { sql, workspace, caller },
  { alert_rule_id, limit, cursor, state },
) => {
  const after = decodeCursor(cursor, /^[0-9a-z_-]+$/i) ?? NEWER_THAN_ALL;
  const rows = await sql.query(states, { workspace_id: workspace.id, alert_rule_id, after, state, limit: limit + 1 });
  requireMetric(caller, found(rows[0], "alert rule").metric);
  return toPage(rows.flatMap(toState), limit, ({ resource_id }) => resource_id, same);
};

/** A rule without resources has one row without a state. */
function toState({ resource_id, resource_type, resource_name, state, since, breached_since }: RowOf<typeof states>) {
  if (resource_id === null || resource_type === null || resource_name === null || state === null || since === null)
    return [];
  return [shownState({ resource_id, resource_type, resource_name, state, since, breached_since })];
}

const same = <Item>(item: Item) => item;
