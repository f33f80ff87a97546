export { metricsHandlers } from "./handlers.ts";
export { keepMetricHours, packMetrics, recordMetrics } from "./record-metrics.ts";
