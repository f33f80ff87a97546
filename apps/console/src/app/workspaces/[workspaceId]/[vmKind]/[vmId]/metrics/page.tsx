import type { Metadata } from "next";
import { RANGE_LIST } from "@/charts/range.ts";
import { readListChoice } from "@/client/list.ts";
import { metricInput } from "@/vms/detail/metrics/metrics-query.ts";
import { MetricsTab } from "@/vms/detail/metrics/metrics-tab.tsx";
import { vmTab } from "@/vms/detail/vm-route.tsx";
import { vmInput } from "@/vms/vm-queries.ts";

export const metadata: Metadata = { title: "Metrics" };

/** The last hour is prefetched. Longer ranges depend on the browser's clock. */
export default vmTab(MetricsTab, ({ trpc, ask, procedures, kind, workspaceId, vmId, search }) => {
  const { range = "1h" } = readListChoice(RANGE_LIST, search);
  if (range !== "1h") return [];
  return [
    ...(["cpu", "memory", "disk", "network"] as const).map((metric) =>
      ask(procedures.metrics.get.queryOptions(metricInput(workspaceId, vmId, metric, range, Date.now()))),
    ),
    ...(kind === "gpu" ? [ask(trpc.gpuMetrics.gpus.queryOptions(vmInput(workspaceId, vmId)))] : []),
  ];
});
