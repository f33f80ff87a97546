// Without schemas, so that pages that show them do not load zod.

type Watched = "vm" | "gpu_vm" | "volume" | "load_balancer" | "cdn_distribution" | "backup_destination";

interface AlertMetricDefinition {
  /** The resources that have it. `vm` is a VM of either kind. */
  readonly of: Watched;
  readonly unit: "percent" | "celsius" | "targets" | "milliseconds" | "copies";
  /** Its name at the beginning of a sentence: "CPU is above 90%". */
  readonly title: string;
}

/**
 * What alert rules watch. The value is the latest of the last five minutes; shares and means are of those minutes. Copies
 * are counted from the last one that succeeded.
 */
export const ALERT_METRICS = {
  vm_cpu_percent: { of: "vm", unit: "percent", title: "CPU" },
  vm_memory_percent: { of: "vm", unit: "percent", title: "Memory" },
  gpu_utilisation_percent: { of: "gpu_vm", unit: "percent", title: "GPU utilisation" },
  gpu_memory_percent: { of: "gpu_vm", unit: "percent", title: "GPU memory" },
  gpu_temperature_celsius: { of: "gpu_vm", unit: "celsius", title: "GPU temperature" },
  volume_used_percent: { of: "volume", unit: "percent", title: "Disk usage of the volume" },
  load_balancer_unhealthy_targets: { of: "load_balancer", unit: "targets", title: "Number of unhealthy targets" },
  load_balancer_5xx_percent: { of: "load_balancer", unit: "percent", title: "Share of 5xx answers" },
  load_balancer_response_ms: { of: "load_balancer", unit: "milliseconds", title: "Response time" },
  cdn_5xx_percent: { of: "cdn_distribution", unit: "percent", title: "Share of 5xx answers" },
  backup_destination_failed_copies: {
    of: "backup_destination",
    unit: "copies",
    title: "Number of copies in a row that failed or wait after an error",
  },
} as const satisfies Readonly<Record<string, AlertMetricDefinition>>;

export type AlertMetric = keyof typeof ALERT_METRICS;
export const ALERT_METRIC_NAMES = Object.keys(ALERT_METRICS) as readonly AlertMetric[];

const UNITS = { percent: "%", celsius: " °C", targets: "", milliseconds: " ms", copies: "" } as const;

/** A value of a metric with its unit: "92.5%". */
export function alertValue(metric: AlertMetric, value: number): string {
  return `${Math.round(value * 10) / 10}${UNITS[ALERT_METRICS[metric].unit]}`;
}

interface Condition {
  readonly metric: AlertMetric;
  readonly comparison: AlertComparison;
  readonly threshold: number;
}

/** What a rule waits for, as a sentence without its end: "CPU is above 90%". */
export function alertCondition({ metric, comparison, threshold }: Condition): string {
  return `${ALERT_METRICS[metric].title} is ${comparison} ${alertValue(metric, threshold)}`;
}

export const ALERT_COMPARISONS = ["above", "below"] as const;
export type AlertComparison = (typeof ALERT_COMPARISONS)[number];

/** `no_data`: nothing was measured for five minutes. */
export const ALERT_STATES = ["ok", "firing", "no_data"] as const;
export type AlertState = (typeof ALERT_STATES)[number];

export const ALERT_STATUSES = ["firing", "ended"] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

/** Why an alert ended. `not_selected`: the rule no longer names the resource. */
export const ALERT_END_REASONS = [
  "ok",
  "no_data",
  "resource_deleted",
  "not_selected",
  "rule_disabled",
  "rule_deleted",
] as const;
export type AlertEndReason = (typeof ALERT_END_REASONS)[number];

export const ALERT_LIMITS = { rules: 100, resources: 100, users: 50, minutes: 1_440, threshold: 1_000_000 } as const;
