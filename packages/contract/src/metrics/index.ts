export type { GpuMetrics } from "./gpu-metrics.ts";
export * from "./limits.ts";
export * from "./vm-metrics.ts";
