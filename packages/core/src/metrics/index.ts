export { metricsHandlers } from "./handlers.ts";
export { recordMetrics } from "./record-metrics.ts";
