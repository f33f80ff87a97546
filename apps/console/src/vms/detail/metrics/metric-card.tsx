"use client";

import type { VmMetric } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Range } from "@/charts/range.ts";
import { TimeChartCard } from "@/charts/time-chart-card.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useVm } from "../vm-place.tsx";
import { metricChart } from "./metric-chart.ts";
import { metricInput } from "./metrics-query.ts";

const MINUTE_MS = 60_000;

/** One metric over time. */
export function MetricCard({
  metric,
  title,
  range,
  nowMs,
}: {
  metric: VmMetric;
  title: string;
  range: Range;
  nowMs: number;
}) {
  const { workspaceId } = useWorkspace();
  const { vm, procedures } = useVm();
  const query = useQuery({
    ...procedures.metrics.get.queryOptions(metricInput(workspaceId, vm.id, metric, range, nowMs)),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  });
  return (
    <TimeChartCard
      title={title}
      query={query}
      chartOf={metricChart}
      empty={`Nothing was measured in this period. A VM is measured once a minute while it runs${
        metric === "disk" ? "; not every site counts what its disks do" : ""
      }.`}
    />
  );
}
