import type { AlertMetric } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { type Database, statement } from "@fulmar/prisma";

/** How old the latest value may be. Without one, there is no data. */
const RECENT = "interval '5 minutes'";

/** A kind of resources that rules watch, as SQL. `r` is the rule, `x` the resource. */
interface Source {
  /** The table as `x`. */
  readonly rows: string;
  readonly id: string;
  readonly type: string;
  readonly alive: string;
  /** Whether it has the rule's tag. Kinds without tags are watched by no rule with one. */
  readonly tagged: string;
  /** The present value of each metric: one row with one value, or none. */
  readonly values: { readonly [Metric in AlertMetric]?: string };
}

const latest = (value: string, table: "vm_metric" | "volume_metric", id: "vm_id" | "volume_id") =>
  `SELECT ${value} FROM ${table} m
    WHERE m.workspace_id = x.workspace_id AND m.${id} = x.${id} AND m.minute > now() - ${RECENT}
    ORDER BY m.minute DESC LIMIT 1`;
const ofVm = (value: string) => latest(value, "vm_metric", "vm_id");
/** The highest of the VM's GPUs. Each has three numbers in the array, in tenths. */
const ofGpus = (place: 0 | 1 | 2) =>
  ofVm(
    `(SELECT max(g.value) / 10.0 FROM unnest(m.gpus) WITH ORDINALITY AS g (value, nth)
       WHERE (g.nth - 1) % 3 = ${place})`,
  );
const ofBalancer = (value: string, part: "listener" | "target") =>
  `SELECT ${value} FROM load_balancer_metric m
    WHERE m.workspace_id = x.workspace_id AND m.load_balancer_id = x.load_balancer_id AND m.minute > now() - ${RECENT}
      AND m.part = '${part}'`;
const SHARE_OF_5XX = "100.0 * sum(m.status_5xx) / nullif(sum(m.requests), 0)";

const SOURCES = {
  vm: {
    ...{ rows: "vm x", id: "x.vm_id", type: "x.type::text || '_vm'", alive: "x.deleted_at IS NULL" },
    tagged: "x.tags @> ARRAY[r.tag]",
    values: {
      vm_cpu_percent: ofVm("m.cpu_percent"),
      vm_memory_percent: ofVm("m.memory_percent"),
    },
  },
  gpu: {
    ...{ rows: "vm x", id: "x.vm_id", type: "'gpu_vm'", alive: "x.deleted_at IS NULL AND x.type = 'gpu'" },
    tagged: "x.tags @> ARRAY[r.tag]",
    values: {
      gpu_utilisation_percent: ofGpus(0),
      gpu_memory_percent: ofGpus(1),
      gpu_temperature_celsius: ofGpus(2),
    },
  },
  volume: {
    ...{ rows: "volume x", id: "x.volume_id", type: "'volume'", alive: "x.deleted_at IS NULL", tagged: "false" },
    values: { volume_used_percent: latest("m.used_percent", "volume_metric", "volume_id") },
  },
  load_balancer: {
    ...{ rows: "load_balancer x", id: "x.load_balancer_id", type: "'load_balancer'", alive: "true" },
    tagged: "x.tags @> ARRAY[r.tag]",
    values: {
      load_balancer_unhealthy_targets: `SELECT (SELECT count(*) FROM jsonb_each(h.targets) AS t
                                                 WHERE t.value->>'status' = 'offline')
         FROM load_balancer_health h
        WHERE h.workspace_id = x.workspace_id AND h.load_balancer_id = x.load_balancer_id
          AND h.checked_at > now() - ${RECENT}`,
      load_balancer_5xx_percent: ofBalancer(SHARE_OF_5XX, "listener"),
      load_balancer_response_ms: ofBalancer(
        "1.0 * sum(m.response_ms) / nullif(sum(m.requests) FILTER (WHERE m.response_ms > 0), 0)",
        "target",
      ),
    },
  },
  cdn: {
    ...{
      rows: "cdn_distribution x",
      id: "x.distribution_id",
      type: "'cdn_distribution'",
      alive: "true",
      tagged: "false",
    },
    values: {
      cdn_5xx_percent: `SELECT ${SHARE_OF_5XX} FROM cdn_metric m
        WHERE m.workspace_id = x.workspace_id AND m.distribution_id = x.distribution_id
          AND m.minute > now() - ${RECENT}`,
    },
  },
  backup_destination: {
    ...{ rows: "backup_destination x", id: "x.destination_id", type: "'backup_destination'", alive: "true" },
    tagged: "false",
    values: {
      // One row where something was copied, or is to be.
      backup_destination_failed_copies: `SELECT count(*) FILTER (
                WHERE (c.status = 'failed' OR (c.status = 'waiting' AND c.waiting_reason IS NOT NULL))
                  AND c.created_at > coalesce((
                        SELECT max(l.created_at) FROM backup_copy l
                         WHERE l.workspace_id = x.workspace_id AND l.destination_id = x.destination_id AND l.own
                           AND l.status IN ('copied', 'removing')), '-infinity'))
         FROM backup_copy c
        WHERE c.workspace_id = x.workspace_id AND c.destination_id = x.destination_id AND c.own HAVING count(*) > 0`,
    },
  },
} as const satisfies Readonly<Record<string, Source>>;

/**
 * Compares all rules of a kind of resources with them, in one statement: what it finds, which alerts that begins and
 * ends, and so what is told of them, is one commit. The unique index of firing alerts and the condition of their end
 * let one of several workers do each. A rule is locked against its deletion meanwhile.
 */
const evaluation = <const Name extends keyof typeof SOURCES>(name: Name) => {
  const { rows, id, type, alive, tagged, values }: Source = SOURCES[name];
  const metrics = Object.keys(values).map((metric) => `'${metric}'`);
  const value = Object.entries(values).map(([metric, query]) => `WHEN '${metric}' THEN (${query})`);
  return statement(
    `alert_evaluate_${name}`,
    `WITH rule AS MATERIALIZED (
       SELECT * FROM alert_rule r WHERE r.enabled AND r.metric IN (${metrics.join(", ")})
        ORDER BY r.workspace_id, r.alert_rule_id FOR KEY SHARE
     ), measured AS (
       SELECT r.*, ${id} AS resource_id, ${type} AS resource_type, x.name AS resource_name,
              round((CASE r.metric ${value.join(" ")} END)::numeric, 2)::float8 AS value
         FROM rule r JOIN ${rows} ON x.workspace_id = r.workspace_id AND ${alive}
          AND (r.resource_ids IS NULL OR ${id} = ANY (r.resource_ids)) AND (r.tag IS NULL OR ${tagged})
     ), compared AS (
       SELECT m.*, s.state AS former, s.breached_since AS former_since,
              CASE m.comparison WHEN 'above' THEN m.value > m.threshold ELSE m.value < m.threshold END AS breached
         FROM measured m LEFT JOIN alert_state s
           ON s.workspace_id = m.workspace_id AND s.alert_rule_id = m.alert_rule_id AND s.resource_id = m.resource_id
     ), judged AS (
       SELECT c.*, CASE WHEN c.breached THEN coalesce(c.former_since, now()) END AS breached_since,
              CASE WHEN c.value IS NULL THEN 'no_data' WHEN NOT c.breached THEN 'ok'
                   WHEN c.former = 'firing'
                   OR c.former_since <= now() - make_interval(mins => c.minutes) THEN 'firing' ELSE 'ok' END AS state
         FROM compared c
     ), gone AS (
       DELETE FROM alert_state s USING rule r
        WHERE s.workspace_id = r.workspace_id AND s.alert_rule_id = r.alert_rule_id
          AND NOT EXISTS (SELECT FROM measured m
                           WHERE m.workspace_id = s.workspace_id AND m.alert_rule_id = s.alert_rule_id
                             AND m.resource_id = s.resource_id)
       RETURNING s.workspace_id, s.alert_rule_id, s.resource_id
     ), over AS (
       SELECT j.workspace_id, j.alert_rule_id, j.resource_id, j.state AS reason FROM judged j WHERE j.state <> 'firing'
        UNION ALL
       SELECT g.workspace_id, g.alert_rule_id, g.resource_id, CASE WHEN EXISTS (
                SELECT FROM ${rows}
                 WHERE x.workspace_id = g.workspace_id AND ${id} = g.resource_id
                   AND ${alive}) THEN 'not_selected' ELSE 'resource_deleted' END
         FROM gone g
     ), ended AS (
       UPDATE alert a SET ended_at = now(), end_reason = o.reason FROM over o
        WHERE a.workspace_id = o.workspace_id AND a.alert_rule_id = o.alert_rule_id AND a.resource_id = o.resource_id
          AND a.ended_at IS NULL
     ), begun AS (
       INSERT INTO alert (workspace_id, alert_rule_id, rule_name, metric, comparison, threshold, minutes, notify_admins,
                          notify_user_ids,
              resource_id, resource_type, resource_name, value)
       SELECT j.workspace_id, j.alert_rule_id, j.name, j.metric, j.comparison, j.threshold, j.minutes, j.notify_admins,
              j.notify_user_ids,
              j.resource_id, j.resource_type, j.resource_name, j.value
         FROM judged j WHERE j.state = 'firing' ORDER BY j.workspace_id, j.alert_rule_id, j.resource_id
           ON CONFLICT (workspace_id, alert_rule_id, resource_id) WHERE ended_at IS NULL DO NOTHING
     )
     INSERT INTO alert_state AS s (workspace_id, alert_rule_id, resource_id, resource_type, resource_name, state,
                                   breached_since)
     SELECT j.workspace_id, j.alert_rule_id, j.resource_id, j.resource_type, j.resource_name, j.state, j.breached_since
       FROM judged j WHERE j.former IS DISTINCT FROM j.state OR j.former_since IS DISTINCT FROM j.breached_since
      ORDER BY j.workspace_id, j.alert_rule_id, j.resource_id
         ON CONFLICT (workspace_id, alert_rule_id, resource_id) DO UPDATE
        SET state = excluded.state, breached_since = excluded.breached_since, resource_name = excluded.resource_name,
            since = CASE WHEN s.state = excluded.state THEN s.since ELSE now() END`,
  );
};

const evaluations = [
  evaluation("vm"),
  evaluation("gpu"),
  evaluation("volume"),
  evaluation("load_balancer"),
  evaluation("cdn"),
  evaluation("backup_destination"),
];

// Alerts that a request could not end, because an evaluation was writing them meanwhile.
const endLeft = statement(
  "alert_end_left",
  `WITH forgotten AS (
     DELETE FROM alert_state s USING alert_rule r
      WHERE s.workspace_id = r.workspace_id AND s.alert_rule_id = r.alert_rule_id AND NOT r.enabled
   )
   UPDATE alert a SET ended_at = now(), end_reason = CASE WHEN EXISTS (
            SELECT FROM alert_rule r
             WHERE r.workspace_id = a.workspace_id
               AND r.alert_rule_id = a.alert_rule_id) THEN 'rule_disabled' ELSE 'rule_deleted' END
    WHERE a.ended_at IS NULL AND NOT EXISTS (
            SELECT FROM alert_rule r
             WHERE r.workspace_id = a.workspace_id AND r.alert_rule_id = a.alert_rule_id AND r.enabled)`,
);

interface Services {
  readonly database: Database;
}

/** Compares all alert rules with the latest values once a minute, with seven statements whatever their number. */
export const evaluateAlerts: Reconciler<Services> = {
  name: "evaluate-alerts",
  everyMs: 60_000,
  async run({ database: { sql } }, signal) {
    for (const evaluate of evaluations) {
      signal.throwIfAborted();
      await sql.query(evaluate);
    }
    await sql.query(endLeft);
  },
};

const BATCH = 2_000;

const purge = statement(
  "alert_purge",
  `DELETE FROM alert WHERE (workspace_id, alert_id) IN (
     SELECT workspace_id, alert_id FROM alert WHERE ended_at < now() - interval '90 days' ORDER BY ended_at
      LIMIT $limit)
   RETURNING 1`,
);

/** Deletes alerts 90 days after their end, in batches that hold no long locks. */
export const purgeAlerts: Reconciler<Services> = {
  name: "purge-alerts",
  everyMs: 3_600_000,
  async run({ database: { sql } }, signal) {
    for (let purged = BATCH; purged === BATCH && !signal.aborted; )
      purged = (await sql.query(purge, { limit: BATCH })).length;
  },
};
