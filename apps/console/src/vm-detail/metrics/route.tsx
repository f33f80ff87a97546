import { VM_METRICS } from "@fulmar/contract/metrics";
import { readListChoice } from "@/client/list-address.ts";
import { vmTab } from "../vm-route.tsx";
import { METRICS, metricInput } from "./metrics-query.ts";
import { MetricsTab } from "./metrics-tab.tsx";

/** The last hour comes with the page; longer ranges follow the clock of the browser. */
export const metricsTab = vmTab(MetricsTab, ({ client, procedures, workspaceId, vmId, search }) => {
  const { range = "1h" } = readListChoice(METRICS, search);
  if (range !== "1h") return [];
  return VM_METRICS.map((metric) =>
    client.prefetchQuery(
      procedures.metrics.get.queryOptions(metricInput(workspaceId, vmId, metric, range, Date.now())),
    ),
  );
});
