import type { ResourceDefinition } from "../declaration/resource.ts";

export const alertResources = {
  alert_rule: {
    title: ["Alert rule", "Alert rules"],
    prefix: "alr",
    parameter: "alert_rule_id",
    field: "alert_rule_id",
    parents: [],
    scope: "alert.read",
    topic: "alert_rule",
    page: "alert-rules/{id}",
  },
  alert: {
    title: ["Alert", "Alerts"],
    prefix: "alt",
    parameter: "alert_id",
    field: "alert_id",
    parents: [],
    scope: "alert.read",
    topic: "alert",
    page: null,
  },
} as const satisfies Readonly<Record<string, ResourceDefinition>>;
