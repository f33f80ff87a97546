import { recordMetrics } from "./record-metrics.ts";

/** The periodic jobs of metrics. */
export const metricsReconcilers = [recordMetrics] as const;
