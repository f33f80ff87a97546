"use client";

import type { VolumeMetrics } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { bytesPerSecond, PERCENT, perSecond } from "@/charts/chart-series.ts";
import type { Range } from "@/charts/range.ts";
import { type TimeChart, timeGrid } from "@/charts/time-chart.ts";
import { TimeChartCard } from "@/charts/time-chart-card.tsx";
import { useMinute } from "@/charts/use-minute.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useVolume } from "./volume-frame.tsx";
import { volumeMetricsQuestion } from "./volume-queries.ts";

const MINUTE_MS = 60_000;
const EMPTY = "Nothing was measured in this period. A volume is measured once a minute while its VM runs";

export function VolumeCharts({ range }: { range: Range }) {
  const { workspaceId } = useWorkspace();
  const { volume_id } = useVolume();
  const query = useQuery({
    ...volumeMetricsQuestion(useTRPC(), { workspaceId, volumeId: volume_id }, range, useMinute()),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  });
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {CHARTS.map(({ title, chartOf, unless }, index) => (
        <TimeChartCard
          key={title}
          title={title}
          query={query}
          chartOf={chartOf}
          empty={`${EMPTY}; ${unless}.`}
          wide={index === CHARTS.length - 1}
        />
      ))}
    </div>
  );
}

const CHARTS: readonly { title: string; chartOf: (metrics: VolumeMetrics) => TimeChart; unless: string }[] = [
  {
    title: "Throughput",
    unless: "not every site counts what its volumes do",
    chartOf: (metrics) => ({
      format: bytesPerSecond,
      ...timeGrid(metrics, metrics.points, [
        ["Read", (point) => point.read_bytes_per_second],
        ["Written", (point) => point.write_bytes_per_second],
      ]),
    }),
  },
  {
    title: "Operations",
    unless: "not every site counts what its volumes do",
    chartOf: (metrics) => ({
      format: perSecond,
      ...timeGrid(metrics, metrics.points, [
        ["Reads", (point) => point.read_operations_per_second],
        ["Writes", (point) => point.write_operations_per_second],
      ]),
    }),
  },
  {
    title: "Disk usage",
    unless: "a site does not know how full a volume is that the VM formats itself",
    chartOf: (metrics) => ({
      ...PERCENT,
      ...timeGrid(metrics, metrics.points, [["Used", (point) => point.used_percent]]),
    }),
  },
];
