export { metricsHandlers } from "./handlers.ts";
export { packMetrics } from "./pack-metrics.ts";
export { recordMetrics } from "./record-metrics.ts";
