import { inSentence } from "@fulmar/contract";
import {
  ALERT_METRIC_NAMES,
  ALERT_METRICS,
  type AlertEndReason,
  type AlertMetric,
  type AlertRule,
  type AlertState,
} from "@fulmar/contract/alerts";

type Watched = (typeof ALERT_METRICS)[AlertMetric]["of"];

/** The resources that rules watch, in the plural. */
export const WATCHED: Readonly<Record<Watched, string>> = {
  vm: "VMs",
  gpu_vm: "GPU VMs",
  volume: "Volumes",
  load_balancer: "Load balancers",
  cdn_distribution: "CDN distributions",
  backup_destination: "Backup destinations",
};

/** The metrics of each kind of resources. */
export const METRICS_BY_KIND = Object.entries(WATCHED).map(
  ([of, label]) => [label, ALERT_METRIC_NAMES.filter((metric) => ALERT_METRICS[metric].of === of)] as const,
);

/** The kinds whose resources have tags. */
export function isTagged(metric: AlertMetric): boolean {
  const { of } = ALERT_METRICS[metric];
  return of === "vm" || of === "gpu_vm" || of === "load_balancer";
}

/** A rule's subject, such as "VMs with the tag web". */
export function watchedOf({ metric, tag, resource_ids }: Pick<AlertRule, "metric" | "tag" | "resource_ids">): string {
  const kind = WATCHED[ALERT_METRICS[metric].of];
  if (tag !== null) return `${kind} with the tag ${tag}`;
  if (resource_ids === null) return `All ${inSentence(kind)}`;
  return `${resource_ids.length} of the ${inSentence(kind)}`;
}

export function minutesOf(minutes: number): string {
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

export const STATE_WORDS: Readonly<Record<AlertState, string>> = { ok: "ok", firing: "firing", no_data: "no data" };

/** Why an alert ended. */
export const END_WORDS: Readonly<Record<AlertEndReason, string>> = {
  ok: "The condition no longer held",
  no_data: "Nothing was measured for five minutes",
  resource_deleted: "The resource was deleted",
  not_selected: "The rule no longer watched it",
  rule_disabled: "The rule was switched off",
  rule_deleted: "The rule was deleted",
};
