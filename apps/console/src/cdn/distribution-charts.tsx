"use client";

import type { CdnMetrics } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartCard } from "@/charts/chart-card.tsx";
import { LineChart } from "@/charts/line-chart.tsx";
import type { Range } from "@/charts/range.ts";
import { lastOf, type TimeChart, timeGrid } from "@/charts/time-chart.ts";
import { useMinute } from "@/charts/use-minute.ts";
import { formatBytes } from "@/client/format-status.ts";
import { useTRPC } from "@/client/trpc.ts";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useDistribution } from "./distribution-frame.tsx";
import { distributionMetricsInput } from "./distribution-queries.ts";

const MINUTE_MS = 60_000;

type Point = CdnMetrics["points"][number];

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
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {CHARTS.map(({ title, chartOf }) => {
        const chart = query.data === undefined ? undefined : chartOf(withoutUnfinished(query.data, Date.now()));
        return (
          <ChartCard key={title} title={title} aside={chart === undefined ? null : lastOf(chart)}>
            <Loaded query={{ ...query, data: chart }} skeleton={<BlockSkeleton className="h-56" />}>
              {(drawn) =>
                query.data?.points.length === 0 ? (
                  <p className="grid h-56 place-items-center text-center text-ink-muted">
                    No request came in this period.
                  </p>
                ) : (
                  <LineChart label={title} {...drawn} />
                )
              }
            </Loaded>
          </ChartCard>
        );
      })}
    </div>
  );
}

/** The last step is still being counted, and would look like fewer requests. */
function withoutUnfinished(metrics: CdnMetrics, nowMs: number): CdnMetrics {
  const [firstMs, stepMs] = [Date.parse(metrics.from), metrics.step_seconds * 1000];
  const finishedMs = firstMs + Math.max(1, Math.floor((nowMs - firstMs) / stepMs)) * stepMs;
  return { ...metrics, to: new Date(Math.min(Date.parse(metrics.to), finishedMs)).toISOString() };
}

const CHARTS: readonly { title: string; chartOf: (metrics: CdnMetrics) => TimeChart }[] = [
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
    chartOf: (metrics) => ({
      format: (value) => `${formatBytes(value)}/s`,
      ...rates(metrics, [["Sent", ({ bytes_sent }) => bytes_sent]]),
    }),
  },
  {
    title: "Answers",
    chartOf: (metrics) => ({
      format: perSecond,
      ...rates(metrics, [
        ["2xx", ({ status_2xx }) => status_2xx],
        ["3xx", ({ status_3xx }) => status_3xx],
        ["4xx", ({ status_4xx }) => status_4xx],
        ["5xx", ({ status_5xx }) => status_5xx],
      ]),
    }),
  },
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

const perSecond = (value: number) => `${value < 10 ? Math.round(value * 100) / 100 : Math.round(value)}/s`;

function rates(metrics: CdnMetrics, series: readonly (readonly [label: string, count: (point: Point) => number])[]) {
  const perSeconds = series.map(
    ([label, count]) => [label, (point: Point) => count(point) / metrics.step_seconds] as const,
  );
  return timeGrid(metrics, metrics.points, perSeconds, 0);
}
