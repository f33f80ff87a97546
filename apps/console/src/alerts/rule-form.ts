import type { AlertComparison, AlertMetric, AlertRule } from "@fulmar/contract/alerts";
import { chosen, defineForm, number, rawText, text } from "@/client/form.ts";

/** The resources that a rule watches. */
export type Watches = "all" | "tag" | "named";

const FIELDS = {
  name: rawText(),
  description: text(),
  metric: chosen<AlertMetric>("vm_cpu_percent"),
  comparison: chosen<AlertComparison>("above"),
  threshold: number("90"),
  minutes: number("5"),
  watches: chosen<Watches>("all"),
  tag: text(),
  resource_ids: chosen<readonly string[]>([]),
  notify_admins: chosen(true),
  notify_user_ids: chosen<readonly string[]>([]),
};

type Held = { [Name in keyof typeof FIELDS]: ReturnType<(typeof FIELDS)[Name]["send"]> };

/** The common fields of create and update. */
function bodyOf({ metric: _metric, watches, tag, resource_ids, notify_user_ids, ...rest }: Held) {
  return {
    ...rest,
    tag: watches === "tag" ? tag : null,
    resource_ids: watches === "named" ? [...resource_ids] : null,
    notify_user_ids: [...notify_user_ids],
  };
}

export const createAlertRule = defineForm(
  async () => (await import("@fulmar/contract/alerts")).CreateAlertRule,
  FIELDS,
  (held) => ({ ...bodyOf(held), metric: held.metric }),
);

export const updateAlertRule = defineForm(
  async () => (await import("@fulmar/contract/alerts")).UpdateAlertRule,
  FIELDS,
  bodyOf,
);

/** The values of a form that shows a rule. */
export function valuesOf(rule: AlertRule) {
  const { name, description, metric, comparison, notify_admins, notify_user_ids, tag, resource_ids } = rule;
  const watches: Watches = tag !== null ? "tag" : resource_ids !== null ? "named" : "all";
  return {
    ...{ name, description, metric, comparison, notify_admins, notify_user_ids, watches },
    ...{ tag: tag ?? "", resource_ids: resource_ids ?? [] },
    ...{ threshold: String(rule.threshold), minutes: String(rule.minutes) },
  };
}
