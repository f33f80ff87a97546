import { alertOperations as ofAlerts } from "./alert.ts";
import { alertRuleOperations } from "./alert-rule.ts";

export { Alert } from "./alert.ts";
export { AlertRule, AlertRuleState, CreateAlertRule, scopeOfMetric, UpdateAlertRule } from "./alert-rule.ts";
export * from "./metrics.ts";

/** The family's operations, in the documentation's order. */
export const alertOperations = [...alertRuleOperations, ...ofAlerts] as const;
