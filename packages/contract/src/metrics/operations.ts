import { gpuBandwidthGet } from "../compute/bandwidth.ts";
import { gpuMetricsGet, metricsGet } from "./vm-metrics.ts";

export const metricsOperations = [metricsGet, gpuMetricsGet, gpuBandwidthGet] as const;
