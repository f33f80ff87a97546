export * from "./limits.ts";
export * from "./vm-metrics.ts";
