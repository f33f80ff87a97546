import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { AlertComparison, AlertMetricName, METRIC_SCOPE } from "./alert-rule.ts";
import { ALERT_END_REASONS, ALERT_STATUSES } from "./metrics.ts";

/** An alert of a rule for a resource, with the rule as it was when the alert began. */
export const Alert = z
  .strictObject({
    alert_id: z.string(),
    alert_rule_id: z.string(),
    rule_name: z.string(),
    metric: AlertMetricName,
    comparison: AlertComparison,
    threshold: z.number(),
    minutes: z.int(),
    resource_id: z.string(),
    resource_type: z.string(),
    /** The name when the alert began. */
    resource_name: z.string(),
    /** The value when the alert began. */
    value: z.number(),
    status: z.enum(ALERT_STATUSES),
    began_at: Timestamp,
    ended_at: Timestamp.nullable(),
    /** `ok`: the condition no longer held. Null while it fires. */
    end_reason: z.enum(ALERT_END_REASONS).nullable(),
  })
  .meta({ id: "Alert" });
export type Alert = z.infer<typeof Alert>;

const alerts = { resource: "alert", family: "Alerts" } as const;

const alertList = defineOperation({
  ...alerts,
  id: "alert.list",
  method: "GET",
  path: "/alerts",
  scope: "alert.read",
  summary: "List firing alerts and those of the last 90 days, newest first",
  description:
    "Lists the alerts of resources that the caller may read: alerts of VMs need the scope `vm.read`, for example.",
  query: {
    ...pageQuery(),
    status: z.enum(ALERT_STATUSES).optional(),
    alert_rule_id: ResourceId.optional(),
    resource_id: ResourceId.optional(),
  },
  output: z.array(Alert),
  list: true,
});

const alertGet = defineOperation({
  ...alerts,
  id: "alert.get",
  method: "GET",
  path: "/alerts/{alert_id}",
  scope: "alert.read",
  summary: "Get an alert",
  description: METRIC_SCOPE,
  params: { alert_id: ResourceId },
  output: Alert,
  errors: ["not_found"],
});

export const alertOperations = [alertList, alertGet] as const;
