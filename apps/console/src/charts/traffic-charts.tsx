"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { formatBytes } from "@/client/format-status.ts";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { ChartCard } from "./chart-card.tsx";
import { LineChart } from "./line-chart.tsx";
import { lastOf, type TimeChart, timeGrid } from "./time-chart.ts";

/** Counts of requests over time, by steps. */
interface Traffic<Point> {
  readonly from: string;
  readonly to: string;
  readonly step_seconds: number;
  readonly points: readonly Point[];
}

export interface TrafficChart<Metrics> {
  readonly title: string;
  readonly chartOf: (metrics: Metrics) => TimeChart;
}

/** Charts of what visitors asked for. */
export function TrafficCharts<Metrics extends Traffic<unknown>>({
  query,
  charts,
}: {
  query: UseQueryResult<Metrics, unknown>;
  charts: readonly TrafficChart<Metrics>[];
}) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {charts.map(({ title, chartOf }) => {
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
function withoutUnfinished<Metrics extends Traffic<unknown>>(metrics: Metrics, nowMs: number): Metrics {
  const [firstMs, stepMs] = [Date.parse(metrics.from), metrics.step_seconds * 1000];
  const finishedMs = firstMs + Math.max(1, Math.floor((nowMs - firstMs) / stepMs)) * stepMs;
  return { ...metrics, to: new Date(Math.min(Date.parse(metrics.to), finishedMs)).toISOString() };
}

export const perSecond = (value: number) => `${value < 10 ? Math.round(value * 100) / 100 : Math.round(value)}/s`;
export const bytesPerSecond = (value: number) => `${formatBytes(value)}/s`;

/** Counts as rates. Steps without a point are zero. */
export function rates<Point extends { readonly at: string }>(
  metrics: Traffic<Point>,
  series: readonly (readonly [label: string, count: (point: Point) => number])[],
) {
  const perSeconds = series.map(
    ([label, count]) => [label, (point: Point) => count(point) / metrics.step_seconds] as const,
  );
  return timeGrid(metrics, metrics.points, perSeconds, 0);
}

/** Answers by the first digit of their status, as rates. */
export function answerRates(
  metrics: Traffic<{ readonly at: string } & Readonly<Record<(typeof STATUSES)[number], number>>>,
) {
  return rates(
    metrics,
    STATUSES.map((status) => [status.replace("status_", ""), (point) => point[status]] as const),
  );
}

const STATUSES = ["status_2xx", "status_3xx", "status_4xx", "status_5xx"] as const;
