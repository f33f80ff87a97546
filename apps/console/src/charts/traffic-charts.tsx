"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { type TimeChart, timeGrid } from "./time-chart.ts";
import { TimeChartCard } from "./time-chart-card.tsx";

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
      {charts.map(({ title, chartOf }) => (
        <TimeChartCard
          key={title}
          title={title}
          query={query}
          chartOf={(metrics) =>
            metrics.points.length === 0 ? NOTHING : chartOf(withoutUnfinished(metrics, Date.now()))
          }
          empty="No request came in this period."
        />
      ))}
    </div>
  );
}

const NOTHING: TimeChart = { points: [], series: [], format: String };

/** The last step is still being counted, and would look like fewer requests. */
function withoutUnfinished<Metrics extends Traffic<unknown>>(metrics: Metrics, nowMs: number): Metrics {
  const [firstMs, stepMs] = [Date.parse(metrics.from), metrics.step_seconds * 1000];
  const finishedMs = firstMs + Math.max(1, Math.floor((nowMs - firstMs) / stepMs)) * stepMs;
  return { ...metrics, to: new Date(Math.min(Date.parse(metrics.to), finishedMs)).toISOString() };
}

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
