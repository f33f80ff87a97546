import { ALERT_LIMITS } from "@fulmar/contract";
import { conflict, type DomainError, invalidField } from "../request/domain-error.ts";
import { getAlert, listAlerts } from "./alerts.ts";
import { createRule, deleteRule, getRule, listRules, listStates, updateRule } from "./rules.ts";

export { evaluateAlerts, purgeAlerts } from "./evaluate-alerts.ts";

export const alertHandlers = {
  "alertRule.list": listRules,
  "alertRule.create": createRule,
  "alertRule.get": getRule,
  "alertRule.update": updateRule,
  "alertRule.delete": deleteRule,
  "alertRule.states": listStates,
  "alert.list": listAlerts,
  "alert.get": getAlert,
} as const;

export const alertConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  alert_rule_name_unique: () =>
    conflict("name_taken", "The workspace has another alert rule of this name; choose another name."),
  alert_rule_limit: () =>
    conflict(
      "too_many_alert_rules",
      `The workspace has ${ALERT_LIMITS.rules} alert rules, the most it may have; delete one.`,
    ),
  alert_rule_threshold_check: () =>
    invalidField("threshold", "must be at most 100, because the metric is a percentage"),
  alert_rule_tag_check: () => invalidField("tag", "must be null, because the resources of this metric have no tags"),
  alert_rule_selection_check: () => invalidField("resource_ids", "must be null if the rule has a tag"),
  alert_rule_resources: () =>
    invalidField("resource_ids", "must name resources of the workspace that have the rule's metric"),
  alert_rule_recipients: () => invalidField("notify_user_ids", "must name members of the organization"),
};
