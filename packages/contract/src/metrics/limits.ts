// Without schemas: who shows or checks these words need not bring zod.

export const VM_METRICS = ["cpu", "memory", "disk", "network"] as const;

/** The limits of a question; what is older than the retention has no points. */
export const METRIC_LIMITS = {
  retentionDays: 30,
  longestRangeDays: 31,
  mostPoints: 1_500,
  pointsByDefault: 300,
  shortestStepSeconds: 60,
} as const;
