import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import type { Scope } from "../declaration/scopes.ts";
import { resourceOf } from "../resources.ts";
import { Description, Name, pageQuery, ResourceId, searchQuery, Tag, Timestamp } from "../values/fields.ts";
import {
  ALERT_COMPARISONS,
  ALERT_LIMITS,
  ALERT_METRIC_NAMES,
  ALERT_METRICS,
  ALERT_STATES,
  type AlertMetric,
} from "./metrics.ts";

export const AlertMetricName = z.enum(ALERT_METRIC_NAMES);
export const AlertComparison = z.enum(ALERT_COMPARISONS);

/** The scope that reads the resources of a metric. An alert names them and tells what was measured. */
export function scopeOfMetric(metric: AlertMetric): Scope {
  const { scope } = resourceOf(ALERT_METRICS[metric].of);
  if (scope === null) throw new Error(`no scope reads the resources of ${metric}`);
  return scope;
}

const fields = {
  name: Name,
  description: Description,
  comparison: AlertComparison.describe("Whether the alert fires above or below the threshold."),
  threshold: z
    .number()
    .min(0)
    .max(ALERT_LIMITS.threshold)
    .describe("In the unit of the metric, at most 100 for percentages."),
  minutes: z
    .int()
    .min(1)
    .max(ALERT_LIMITS.minutes)
    .describe("How long the value must be above or below the threshold before the alert fires."),
  resource_ids: z
    .array(ResourceId)
    .min(1)
    .max(ALERT_LIMITS.resources)
    .nullable()
    .describe("The resources that it watches. Null: all that have the metric, or those with the tag."),
  tag: Tag.nullable().describe(
    "It watches the resources with this tag: VMs or load balancers. Not together with `resource_ids`.",
  ),
  notify_admins: z.boolean().describe("Whether owners and admins of the organization get e-mails."),
  notify_user_ids: z
    .array(z.string().min(1).max(128))
    .max(ALERT_LIMITS.users)
    .describe("Other members of the organization who get e-mails."),
  enabled: z.boolean(),
};

export const AlertRule = z
  .strictObject({
    alert_rule_id: z.string(),
    name: z.string(),
    description: z.string(),
    metric: AlertMetricName,
    comparison: AlertComparison,
    threshold: z.number(),
    minutes: z.int(),
    resource_ids: z.array(z.string()).nullable(),
    tag: z.string().nullable(),
    notify_admins: z.boolean(),
    notify_user_ids: z.array(z.string()),
    enabled: z.boolean(),
    /** How many of its resources have a firing alert. */
    firing_count: z.int(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "AlertRule" });
export type AlertRule = z.infer<typeof AlertRule>;

export const CreateAlertRule = z
  .strictObject({
    ...fields,
    metric: AlertMetricName,
    description: fields.description.default(""),
    comparison: fields.comparison.default("above"),
    minutes: fields.minutes.default(5),
    resource_ids: fields.resource_ids.default(null),
    tag: fields.tag.default(null),
    notify_admins: fields.notify_admins.default(true),
    notify_user_ids: fields.notify_user_ids.default([]),
    enabled: fields.enabled.default(true),
  })
  .meta({
    id: "CreateAlertRule",
    examples: [{ name: "busy", metric: "vm_cpu_percent", comparison: "above", threshold: 90, minutes: 10, tag: "web" }],
  });

export const UpdateAlertRule = z
  .strictObject(fields)
  .partial()
  .meta({ id: "UpdateAlertRule", examples: [{ threshold: 80, minutes: 5 }] });

/** A resource of a rule, and what the rule last found of it. */
export const AlertRuleState = z
  .strictObject({
    resource_id: z.string(),
    resource_type: z.string(),
    /** The name when the state was last found. */
    resource_name: z.string(),
    state: z.enum(ALERT_STATES),
    /** Since when it has this state. */
    since: Timestamp,
    /** Since when the value is above or below the threshold. Null while it is not. */
    breached_since: Timestamp.nullable(),
  })
  .meta({ id: "AlertRuleState" });
export type AlertRuleState = z.infer<typeof AlertRuleState>;

/** Rules name resources and tell what is measured of them. Lists of rules show settings, and leave that out. */
export const METRIC_SCOPE =
  "It also needs the scope that reads the resources of the metric: `vm.read`, `block-storage.read`, " +
  "`load-balancer.read` or `cdn.read`.";

const rules = { resource: "alert_rule", family: "Alerts" } as const;
const ruleId = { alert_rule_id: ResourceId };
const path = "/alert-rules/{alert_rule_id}" as const;

const alertRuleList = defineOperation({
  ...rules,
  id: "alertRule.list",
  method: "GET",
  path: "/alert-rules",
  scope: "alert.read",
  summary: "List the workspace's alert rules",
  query: { ...pageQuery(), ...searchQuery, name: z.string().max(63).optional(), metric: AlertMetricName.optional() },
  output: z.array(AlertRule),
  list: true,
});

const alertRuleCreate = defineOperation({
  ...rules,
  id: "alertRule.create",
  method: "POST",
  path: "/alert-rules",
  scope: "alert.write",
  references: ALERT_METRIC_NAMES.map((metric) => ({
    ...{ field: "metric", where: { metric } },
    scope: scopeOfMetric(metric),
  })),
  summary: "Create an alert rule",
  description:
    "A rule compares a metric of resources with a threshold once a minute. Its alert for a resource " +
    "fires when the value has been above or below the threshold for `minutes`, and ends when it no " +
    "longer is, or when nothing was measured for five minutes. Both are reported by e-mail and as the " +
    `events \`alert.firing\` and \`alert.resolved\`. A workspace has at most ${ALERT_LIMITS.rules} rules.`,
  body: CreateAlertRule,
  output: AlertRule,
  success: 201,
  errors: ["conflict"],
});

const alertRuleGet = defineOperation({
  ...rules,
  id: "alertRule.get",
  method: "GET",
  path,
  scope: "alert.read",
  summary: "Get an alert rule",
  params: ruleId,
  output: AlertRule,
  errors: ["not_found"],
});

const alertRuleUpdate = defineOperation({
  ...rules,
  id: "alertRule.update",
  method: "PATCH",
  path,
  scope: "alert.write",
  summary: "Change an alert rule, or switch it on or off",
  description:
    "The metric cannot change. Firing alerts continue if the new condition also holds, and end within a " +
    `minute if it does not. Switching the rule off ends them at once. ${METRIC_SCOPE}`,
  params: ruleId,
  body: UpdateAlertRule,
  output: AlertRule,
  errors: ["not_found", "conflict"],
});

const alertRuleDelete = defineOperation({
  ...rules,
  id: "alertRule.delete",
  method: "DELETE",
  path,
  scope: "alert.write",
  summary: "Delete an alert rule, which ends its alerts",
  description: METRIC_SCOPE,
  params: ruleId,
  output: z.strictObject({ status: z.literal("deleted"), id: z.string() }).meta({ id: "AlertRuleDeletion" }),
  errors: ["not_found"],
});

const alertRuleStates = defineOperation({
  ...rules,
  id: "alertRule.states",
  method: "GET",
  path: `${path}/states`,
  scope: "alert.read",
  summary: "List the resources of an alert rule with their states, newest resources first",
  description: `A resource appears with the first check after it was created, within a minute. ${METRIC_SCOPE}`,
  params: ruleId,
  query: { ...pageQuery(), state: z.enum(ALERT_STATES).optional() },
  output: z.array(AlertRuleState),
  list: true,
  errors: ["not_found"],
});

export const alertRuleOperations = [
  alertRuleList,
  alertRuleCreate,
  alertRuleGet,
  alertRuleUpdate,
  alertRuleDelete,
  alertRuleStates,
] as const;
