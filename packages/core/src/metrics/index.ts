export { metricsHandlers } from "./handlers.ts";
export { packMetrics } from "./pack-metrics.ts";
export { keepMetricHours, recordMetrics } from "./record-metrics.ts";
