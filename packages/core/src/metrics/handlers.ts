import type { OperationId } from "@fulmar/contract";
import type { Handler } from "../request/context.ts";
import { getMetrics } from "./get-metrics.ts";

type MetricsOperationId = Extract<OperationId, `${"metrics" | "gpuMetrics"}.${string}`>;

export const metricsHandlers: { [Id in MetricsOperationId]: Handler<Id> } = {
  "metrics.get": (context, input) => getMetrics(context, "cloud", input),
  "gpuMetrics.get": (context, input) => getMetrics(context, "gpu", input),
};
