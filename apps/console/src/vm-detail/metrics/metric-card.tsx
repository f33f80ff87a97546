"use client";

import type { VmMetric } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartCard } from "@/charts/chart-card.tsx";
import { LineChart } from "@/charts/line-chart.tsx";
import type { Range } from "@/charts/range.ts";
import { lastOf } from "@/charts/time-chart.ts";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
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
  const chart = query.data === undefined ? undefined : metricChart(query.data);
  return (
    <ChartCard title={title} aside={chart === undefined ? null : lastOf(chart)}>
      <Loaded query={{ ...query, data: chart }} skeleton={<BlockSkeleton className="h-56" />}>
        {(drawn) =>
          query.data?.points.length === 0 ? (
            <p className="grid h-56 place-items-center text-center text-ink-muted">
              Nothing was measured in this period. A VM is measured once a minute while it runs
              {metric === "disk" && "; not every site counts what its disks do"}.
            </p>
          ) : (
            <LineChart label={title} {...drawn} />
          )
        }
      </Loaded>
    </ChartCard>
  );
}
