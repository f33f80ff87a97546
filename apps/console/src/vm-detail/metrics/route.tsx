import { RANGE_LIST } from "@/charts/range.ts";
import { readListChoice } from "@/client/list.ts";
import { vmInput } from "@/vms/vm-queries.ts";
import { vmTab } from "../vm-route.tsx";
import { metricInput } from "./metrics-query.ts";
import { MetricsTab } from "./metrics-tab.tsx";

/** The last hour is prefetched. Longer ranges depend on the browser's clock. */
export const metricsTab = vmTab(MetricsTab, ({ trpc, ask, procedures, kind, workspaceId, vmId, search }) => {
  const { range = "1h" } = readListChoice(RANGE_LIST, search);
  if (range !== "1h") return [];
  return [
    ...(["cpu", "memory", "disk", "network"] as const).map((metric) =>
      ask(procedures.metrics.get.queryOptions(metricInput(workspaceId, vmId, metric, range, Date.now()))),
    ),
    ...(kind === "gpu" ? [ask(trpc.gpuMetrics.gpus.queryOptions(vmInput(workspaceId, vmId)))] : []),
  ];
});
