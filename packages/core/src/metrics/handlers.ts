import type { OperationId } from "@fulmar/contract";
import type { Handler } from "../request/context.ts";

import { getGpuMetrics } from "./gpu-metrics.ts";
import { getMetrics } from "./vm-metrics.ts";
import { getVolumeMetrics } from "./volume-metrics.ts";

type MetricsOperationId = Extract<OperationId, `${"metrics" | "gpuMetrics"}.${string}` | "volume.metrics">;

export const metricsHandlers: { [Id in MetricsOperationId]: Handler<Id> } = {
  "metrics.get": (context, input) => getMetrics(context, "cloud", input),
  "gpuMetrics.get": (context, input) => getMetrics(context, "gpu", input),
  "gpuMetrics.gpus": getGpuMetrics,
  "volume.metrics": getVolumeMetrics,
};
