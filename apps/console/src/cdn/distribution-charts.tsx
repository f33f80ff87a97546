"use client";

import type { CdnMetrics } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { bytesPerSecond, perSecond } from "@/charts/chart-series.ts";
import type { Range } from "@/charts/range.ts";
import { timeGrid } from "@/charts/time-chart.ts";
import { answerRates, rates, type TrafficChart, TrafficCharts } from "@/charts/traffic-charts.tsx";
import { useMinute } from "@/charts/use-minute.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useDistribution } from "./distribution-frame.tsx";
import { distributionMetricsInput } from "./distribution-queries.ts";

const MINUTE_MS = 60_000;

/** Requests by answer, cache hits and traffic. Minutes without requests are zero. */
export function DistributionCharts({ range }: { range: Range }) {
  const { workspaceId } = useWorkspace();
  const { id } = useDistribution();
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.cdnMetrics.get.queryOptions(distributionMetricsInput(workspaceId, id, range, useMinute())),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  });
  return <TrafficCharts query={query} charts={CHARTS} />;
}

const CHARTS: readonly TrafficChart<CdnMetrics>[] = [
  {
    title: "Requests",
    chartOf: (metrics) => ({
      format: perSecond,
      ...rates(metrics, [
        ["All", ({ requests }) => requests],
        ["From the cache", ({ cache_hits }) => cache_hits],
      ]),
    }),
  },
  {
    title: "Traffic",
    chartOf: (metrics) => ({ format: bytesPerSecond, ...rates(metrics, [["Sent", ({ bytes_sent }) => bytes_sent]]) }),
  },
  { title: "Answers", chartOf: (metrics) => ({ format: perSecond, ...answerRates(metrics) }) },
  {
    title: "Cache hits",
    chartOf: (metrics) => ({
      format: (value) => `${Math.round(value)}%`,
      max: 100,
      // Without requests there is no share, so the line has a gap.
      ...timeGrid(metrics, metrics.points, [
        ["Cache hits", ({ requests, cache_hits }) => (requests === 0 ? 0 : (cache_hits / requests) * 100)],
      ]),
    }),
  },
];
