// Without schemas, so that importers of these constants do not load zod.

export const VM_METRICS = ["cpu", "memory", "disk", "network"] as const;

/** The limits of a metrics query. There are no points beyond the retention. */
export const METRIC_LIMITS = {
  retentionDays: 30,
  longestRangeDays: 31,
  mostPoints: 1_500,
  pointsByDefault: 300,
  shortestStepSeconds: 60,
} as const;
