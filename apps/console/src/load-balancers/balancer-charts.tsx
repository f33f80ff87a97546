"use client";

import type { LoadBalancerMetrics } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { bytesPerSecond, perSecond } from "@/charts/chart-series.ts";
import type { Range } from "@/charts/range.ts";
import { timeGrid } from "@/charts/time-chart.ts";
import { answerRates, rates, type TrafficChart, TrafficCharts } from "@/charts/traffic-charts.tsx";
import { useMinute } from "@/charts/use-minute.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { type BalancerPart, balancerMetricsInput } from "./load-balancer-queries.ts";

const MINUTE_MS = 60_000;

/** Requests, traffic, answers, errors and response times of a load balancer or a part of it. */
export function BalancerCharts({
  loadBalancerId,
  range,
  part,
}: {
  loadBalancerId: string;
  range: Range;
  part: BalancerPart;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.loadBalancer.metrics.queryOptions(
      balancerMetricsInput(workspaceId, loadBalancerId, range, useMinute(), part),
    ),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  });
  return <TrafficCharts query={query} charts={CHARTS} />;
}

const CHARTS: readonly TrafficChart<LoadBalancerMetrics>[] = [
  {
    title: "Requests",
    chartOf: (metrics) => ({
      format: perSecond,
      ...rates(metrics, [
        ["Requests", ({ requests }) => requests],
        ["Errors", ({ errors }) => errors],
      ]),
    }),
  },
  {
    title: "Traffic",
    chartOf: (metrics) => ({
      format: bytesPerSecond,
      ...rates(metrics, [
        ["Received", ({ bytes_received }) => bytes_received],
        ["Sent", ({ bytes_sent }) => bytes_sent],
      ]),
    }),
  },
  { title: "Answers", chartOf: (metrics) => ({ format: perSecond, ...answerRates(metrics) }) },
  {
    title: "Response time",
    chartOf: (metrics) => ({
      format: (value) => `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} ms`,
      // Without requests there is no mean, so the line has a gap.
      ...timeGrid(
        metrics,
        metrics.points.flatMap(({ at, response_ms }) => (response_ms === null ? [] : [{ at, response_ms }])),
        [["Mean", ({ response_ms }) => response_ms]],
      ),
    }),
  },
];
